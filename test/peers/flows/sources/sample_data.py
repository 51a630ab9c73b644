"""Sample data in DataHub's format (snapshots and proposals in one file), loaded in each way that the client offers.

`PEER_SAMPLE_DATA` names a file to load instead, such as DataHub's own `bootstrap_mce.json`.
"""

import os
from pathlib import Path

from flows.sources.file_source import source
from recipes import MODES, compare, connection, ingest, server_sink
from support import (
    check,
    dataset_urn,
    equal,
    flow,
    graph,
    models,
    run_datahub,
    unique,
    write,
)


def own_records():
    m = models()
    model = lambda name: f"urn:li:mlModel:(urn:li:dataPlatform:science,{unique(name)},PROD)"
    owners = m.OwnershipClass(
        owners=[m.OwnerClass("urn:li:corpuser:jdoe", m.OwnershipTypeClass.DATAOWNER)]
    )
    properties = m.MLModelPropertiesClass(description="Scores.", tags=["Sample"])
    by_code, by_number = (
        m.CostClass("ORG_COST_TYPE", m.CostCostClass(fieldDiscriminator=field, **{field: value}))
        for field, value in (("costCode", "x"), ("costId", 4.5))
    )
    return [
        m.MetadataChangeEventClass(
            proposedSnapshot=m.MLModelSnapshotClass(model("code"), [owners, properties, by_code])
        ),
        m.MetadataChangeEventClass(
            proposedSnapshot=m.MLModelSnapshotClass(model("number"), [by_number, m.StatusClass(False)])
        ),
        m.MetadataChangeEventClass(
            proposedSnapshot=m.DatasetSnapshotClass(
                dataset_urn("page_views", "hive"),
                [m.DatasetPropertiesClass(customProperties={"costCode": "x"}), owners],
            )
        ),
        m.MetadataChangeEventClass(
            proposedSnapshot=m.GlossaryTermSnapshotClass(
                f"urn:li:glossaryTerm:{unique('Classification')}.Secret",
                [m.GlossaryTermInfoClass(definition="Not for all.", termSource="INTERNAL")],
            )
        ),
    ]


def sample_file():
    given = os.environ.get("PEER_SAMPLE_DATA")
    return given or write("sample.json", [record.to_obj() for record in own_records()])


def load_by_file(path):
    for mode in MODES:
        yield mode, lambda mode=mode: ingest(source(str(path)), mode)


def load_by_pack(path):
    url = Path(path).resolve().as_uri()
    pack = ("datapack", "load", unique("pack"), "--url", url, "--trust-custom", "--no-time-shift")
    yield "datapack load", lambda: run_datahub(*pack, "--no-cache", timeout=300)
    # The recipe of `datahub docker ingest-sample-data`, which supports one address only.
    demo = {"pack_url": url, "trust_custom": True, "no_cache": True, **connection()}
    sink = {"type": "datahub-rest", "config": connection()}
    recipe = write("demo.yaml", {"source": {"type": "demo-data", "config": demo}, "sink": sink})
    # It warns that it produced nothing, because the data is loaded when the recipe starts.
    yield "the demo-data source", lambda: run_datahub("ingest", "-c", recipe, timeout=300)


def load_and_compare(ways):
    from datahub.ingestion.source.file import read_metadata_file

    path = sample_file()
    records = list(read_metadata_file(Path(path)))
    urns = {record_urn(record) for record in records}
    for way, load in ways(path):
        for urn in urns:
            graph().hard_delete_entity(urn)
        load()
        try:
            compare(records)
        except AssertionError as error:
            raise AssertionError(f"{way}: {error}") from error
    check(urns, "the file has no records")


def record_urn(record):
    snapshot = getattr(record, "proposedSnapshot", None)
    return snapshot.urn if snapshot else record.entityUrn


@flow("ingest.sample_data_by_file", "sources", 300)
def ingest_sample_data_by_file():
    load_and_compare(load_by_file)


@flow("ingest.sample_data_by_pack", "sources", 300)
def ingest_sample_data_by_pack():
    load_and_compare(load_by_pack)


@flow("ingest.one_bad_record", "sources", 120)
def ingest_one_bad_record():
    """In a batch with one bad record the others are stored, and the client reports the bad one."""
    from datahub.emitter.mcp import MetadataChangeProposalWrapper

    m = models()
    good = [dataset_urn(f"good{number}") for number in range(20)]
    bad = dataset_urn("bad")
    aspect = lambda urn, aspect: MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect)
    undefined = "urn:li:structuredProperty:nobody.defined"
    assignment = m.StructuredPropertyValueAssignmentClass(propertyUrn=undefined, values=["x"])
    records = [aspect(urn, m.StatusClass(removed=False)) for urn in good]
    records.insert(7, aspect(bad, m.StructuredPropertiesClass(properties=[assignment])))
    write("one-bad.json", [record.make_mcp().to_obj() for record in records])
    recipe = write(
        "one-bad.yaml", {"source": source("one-bad.json"), "sink": server_sink("ASYNC_BATCH")}
    )
    failed = run_datahub("ingest", "-c", recipe, "--no-progress", expect="fail")
    check(bad in failed.all and undefined in failed.all, failed.all[-800:])
    equal([urn for urn in [*good, bad] if not graph().exists(urn)], [bad], "missing")
