"""The output of `colophon export` read by DataHub's `file` source, and of DataHub's `file` sink read by `colophon import`."""

import json
import subprocess
from contextlib import contextmanager
from pathlib import Path

from recipes import run_recipe
from support import check, equal, flow, models, unique

COLOPHON = Path(__file__).resolve().parents[3] / "colophon"
# The client writes these to record its own runs.
RUNS = {"dataHubExecutionRequest", "dataHubIngestionSource"}
GONE = "urn:li:dataset:(urn:li:dataPlatform:hive,gone,PROD)"


@contextmanager
def empty_catalog():
    """The address and token of a server in memory, as flags of the command line."""
    server = subprocess.Popen(
        [str(COLOPHON), "serve", "--memory", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        ready = json.loads(server.stdout.readline())
        yield ready["url"], ready["token"]
    finally:
        server.terminate()
        server.wait()


def colophon(catalog, command, *args):
    url, token = catalog
    finished = subprocess.run(
        [str(COLOPHON), command, "--server", url, "--token", token, *args],
        capture_output=True,
        text=True,
    )
    check(finished.returncode == 0, f"colophon {command}: {finished.stderr[-700:]}")
    return finished.stdout


def fill(catalog):
    """Writes the demo, a soft-deleted dataset, and timeseries points."""
    m = models()
    colophon(catalog, "demo")
    client = connected(catalog)
    aspects = [m.StatusClass(removed=True), m.GlobalTagsClass(tags=[])]
    points = [m.DatasetProfileClass(timestampMillis=day * 86_400_000, rowCount=day) for day in (20_001, 20_002)]
    for aspect in aspects + points:
        client.emit_mcp(proposal_of(GONE, aspect))


def connected(catalog):
    from datahub.ingestion.graph.client import DatahubClientConfig, DataHubGraph

    url, token = catalog
    return DataHubGraph(DatahubClientConfig(server=url, token=token))


def proposal_of(urn, aspect):
    from datahub.emitter.mcp import MetadataChangeProposalWrapper

    return MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect)


def contents(exported):
    """Everything exported, parsed by the client's classes with their defaults; timeseries points also by time."""
    from datahub.emitter.mcp import MetadataChangeProposalWrapper

    found = {}
    for record in json.loads(exported):
        if record["entityType"] not in RUNS:
            read = MetadataChangeProposalWrapper.from_obj(record)
            # The client has no class for an aspect of the catalog's own, and passes it on as it is.
            is_known = isinstance(read, MetadataChangeProposalWrapper)
            value = read.aspect.to_obj() if is_known else json.loads(read.aspect.value)
            found[(read.entityUrn, read.aspectName, value.get("timestampMillis"))] = value
    return found


def compare(got, wanted):
    got, wanted = contents(got), contents(wanted)
    equal(sorted(map(str, wanted.keys() ^ got.keys())), [], "aspects of one catalog only")
    for key, value in wanted.items():
        equal(got[key], value, str(key))


@flow("moving.export_and_import", "sources", 600)
def moving_export_and_import():
    with empty_catalog() as first, empty_catalog() as second, empty_catalog() as third:
        fill(first)
        exported = colophon(first, "export")
        check("datasetProfile" in exported and GONE in exported, "the export is not complete")
        Path("catalog.json").write_text(exported)
        source = {"type": "file", "config": {"path": "catalog.json"}}

        url, token = second
        # Other modes send several records concurrently, so values may arrive before their definitions.
        config = {"server": url, "token": token, "mode": "SYNC"}
        env = {"DATAHUB_EMIT_MODE": "SYNC_PRIMARY"}
        run_recipe(source, {"type": "datahub-rest", "config": config}, unique("move"), env=env)
        compare(colophon(second, "export"), exported)

        run_recipe(
            source,
            {"type": "file", "config": {"filename": "recorded.json"}},
            unique("record"),
            datahub_api={"server": url, "token": token},
        )
        colophon(third, "import", "recorded.json")
        compare(colophon(third, "export"), exported)
