"""Runs recipes of the real client, and compares the server with the output of its `file` sink."""

import json
import re
import time
from pathlib import Path

from support import (
    SERVER,
    TOKEN,
    Failure,
    check,
    equal,
    graph,
    models,
    run_datahub,
    unique,
    write,
)

MODES = ("SYNC", "ASYNC", "ASYNC_BATCH")

# Aspects besides the key that every catalog derives from the urn of a new entity.
DEFAULT_ASPECTS = {"browsePaths", "browsePathsV2", "dataPlatformInstance", "status"}
# Aspects that the server derives from others.
DERIVED_ASPECTS = {
    "aliases",
    "assertionRunSummary",
    "dataProducts",
    "incidentsSummary",
    "siblings",
}


def connection():
    return {"server": SERVER, **({"token": TOKEN} if TOKEN else {})}


def server_sink(mode):
    return {
        "type": "datahub-rest",
        "config": {**connection(), "mode": mode, "retry_max_times": 1},
    }


def run_recipe(source, sink, name, env=None, **settings):
    """Runs a recipe, which must end without failures and warnings."""
    recipe = write(f"{name}.yaml", {"source": source, "sink": sink, **settings})
    finished = run_datahub(
        "ingest", "-c", recipe, "--no-progress", "--strict-warnings", env=env, timeout=400
    )
    check("Pipeline finished successfully" in finished.all, finished.all[-800:])
    logged = [line for line in finished.all.splitlines() if re.search(r"\b(WARNING|ERROR)\b", line)]
    check(not logged, f"logged in {name}: {logged[:3]}")
    return finished


def ingest(source, mode, **settings):
    """Runs a recipe into the server."""
    # The client warns if this variable does not match the mode of the sink.
    env = {"DATAHUB_EMIT_MODE": "SYNC_PRIMARY" if mode == "SYNC" else "ASYNC"}
    return run_recipe(source, server_sink(mode), unique(mode), env=env, **settings)


def record(source, output="recorded.json", **settings):
    """Runs the recipe with the `file` sink; returns the records in order."""
    from datahub.ingestion.source.file import read_metadata_file

    run_recipe(
        source,
        {"type": "file", "config": {"filename": output}},
        unique("file"),
        datahub_api=connection(),
        **settings,
    )
    return list(read_metadata_file(Path(output)))


def wrapped(record):
    """A record of the file as proposals with aspects as objects; patches are not changed."""
    from datahub.emitter.mcp import MetadataChangeProposalWrapper
    from datahub.emitter.mcp_builder import mcps_from_mce

    m = models()
    if isinstance(record, m.MetadataChangeEventClass):
        return list(mcps_from_mce(record))
    if isinstance(record, m.MetadataChangeProposalClass) and record.changeType != "PATCH":
        return [MetadataChangeProposalWrapper.try_from_mcpc(record)]
    return [record]


def timeless(value):
    """The value without times that differ between the two runs."""
    if isinstance(value, dict):
        return {name: timeless(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [timeless(part) for part in value]
    is_recent = isinstance(value, int) and abs(value / 1000 - time.time()) < 3600
    return "the time of the run" if is_recent else value


def expected(records):
    """The last full value of each aspect, by urn and aspect; timeseries values and patches separately."""
    m = models()
    latest, timeseries, patches = {}, {}, []
    for proposal in (proposal for record in records for proposal in wrapped(record)):
        key = (proposal.entityUrn, proposal.aspectName)
        if proposal.changeType == "PATCH":
            patches.append(proposal)
        elif m.ASPECT_NAME_MAP[proposal.aspectName].ASPECT_TYPE == "timeseries":
            timeseries.setdefault(key, []).append(timeless(proposal.aspect.to_obj()))
        else:
            latest[key] = timeless(written(proposal.aspectName, proposal.aspect.to_obj()))
    return latest, timeseries, patches


def written(aspect_name, value):
    """The aspect without members that the server derives."""
    derived = {
        "assertionInfo": "entityUrn",
        "domains": "domainAssociations",
        "ownership": "ownerTypes",
    }.get(aspect_name)
    return {name: part for name, part in value.items() if name != derived}


def stored(urns):
    """All versioned aspects of entities, without derived members, by urn and aspect."""
    return {
        (urn, proposal.aspectName): timeless(written(proposal.aspectName, proposal.aspect.to_obj()))
        for urn in urns
        for proposal in graph().get_entity_as_mcps(urn)
    }


def difference(got, want, path=""):
    """Describes the first difference between two values."""
    if isinstance(got, dict) and isinstance(want, dict):
        pairs = ((name, got.get(name), want.get(name)) for name in got.keys() | want.keys())
    elif isinstance(got, list) and isinstance(want, list) and len(got) == len(want):
        pairs = ((number, *pair) for number, pair in enumerate(zip(got, want)))
    else:
        return f"{path}: got {got!r}, want {want!r}"
    return next(difference(a, b, f"{path}/{name}") for name, a, b in pairs if a != b)


def lineage(aspect):
    """An upstreamLineage as sets: the upstreams with their kinds, and the pairs of columns."""
    tables = {(upstream["dataset"], upstream["type"]) for upstream in aspect["upstreams"]}
    columns = {
        (up, down)
        for pair in aspect.get("fineGrainedLineages") or []
        for up in pair["upstreams"]
        for down in pair["downstreams"]
    }
    return tables, columns


def compare_patch(patch, found):
    """Checks lineage patches, the only patches of these recipes: the aspect was empty and now has exactly the patched items."""
    equal(patch.aspectName, "upstreamLineage", "aspect of a patch")
    tables, columns = set(), set()
    for operation in json.loads(patch.aspect.value):
        array, *keys = operation["path"].removeprefix("/").split("/")
        if array == "upstreams":
            tables.add((operation["value"]["dataset"], operation["value"]["type"]))
        else:
            _, down, _, up = keys
            columns.add((up, down))
    key = (patch.entityUrn, patch.aspectName)
    check(key in found, f"upstreamLineage of {patch.entityUrn} is missing")
    equal(lineage(found[key]), (tables, columns), f"upstreamLineage of {patch.entityUrn}")


def compare(records, besides=frozenset()):
    """Checks that the server has exactly the records of the file sink, entity by entity and aspect by aspect.

    `besides` lists aspects that the entities already had.
    """
    latest, timeseries, patches = expected(records)
    patched = {(patch.entityUrn, patch.aspectName) for patch in patches}
    found = stored({urn for urn, _ in latest.keys() | patched})
    for patch in patches:
        compare_patch(patch, found)
    for key, aspect in latest.items():
        check(key in found, f"{key[1]} of {key[0]} is missing")
        if found[key] != aspect:
            raise Failure(f"{key[1]} of {key[0]}: {difference(found[key], aspect)}")
    ignored = DEFAULT_ASPECTS | DERIVED_ASPECTS | besides
    extra = {
        key
        for key in found.keys() - latest.keys() - patched
        if key[1] not in ignored and not key[1].endswith("Key")
    }
    check(not extra, f"aspects that the recipe did not write: {sorted(extra)[:5]}")
    for (urn, name), wanted in timeseries.items():
        got = graph().get_timeseries_values(
            urn, models().ASPECT_NAME_MAP[name], {}, len(wanted) + 1
        )
        got = [timeless(value.to_obj()) for value in got]
        check(
            sorted(map(repr, got)) == sorted(map(repr, wanted)),
            f"{name} of {urn}: got {got}, want {wanted}",
        )
