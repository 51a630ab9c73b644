"""Ingestion from a real PostgreSQL database, in every mode of the sink."""

import re

from recipes import MODES, compare, expected, ingest, record
from support import (
    all_json,
    check,
    equal,
    eventually,
    flow,
    graph,
    models,
    run_datahub,
    unique,
)
from warehouse import execute, make_warehouse, source


def dataset(database, table):
    return f"urn:li:dataset:(urn:li:dataPlatform:postgres,{database}.{table},PROD)"


def removed(urn):
    status = graph().get_aspect(urn, models().StatusClass)
    return bool(status and status.removed)


@flow("ingest.postgres_every_mode", "sources", 600)
def ingest_postgres_every_mode():
    database = make_warehouse()
    records = record(source(database))
    latest, _, _ = expected(records)
    urns = {urn for urn, _ in latest}
    datasets = [urn for urn in urns if urn.startswith("urn:li:dataset:")]
    equal(len(datasets), 233, "tables and views that the source found")
    names = {name for _, name in latest}
    check({"schemaMetadata", "upstreamLineage", "viewProperties", "container"} <= names, names)
    check(any(aspect.get("foreignKeys") for aspect in latest.values()), "no foreign keys found")
    for mode in MODES:
        for urn in urns:
            graph().hard_delete_entity(urn)
        ingest(source(database), mode)
        compare(records)


@flow("ingest.postgres_stateful", "sources", 600)
def ingest_postgres_stateful():
    """A table that disappears from the database is soft-deleted, and restored when it reappears."""
    database, pipeline = make_warehouse(), unique("pipeline")
    sales = source(
        database,
        schema_pattern={"allow": ["^sales$"]},
        stateful_ingestion={"enabled": True, "remove_stale_metadata": True},
    )
    run = lambda n: ingest(sales, "ASYNC_BATCH", pipeline_name=pipeline, run_id=unique(f"run{n}"))
    last, kept = dataset(database, "sales.table_054"), dataset(database, "sales.table_053")
    run(1)
    check(graph().exists(last) and not removed(last), "the first run makes the table")
    execute(database, "drop table sales.table_054")
    run(2)
    equal([removed(last), removed(kept)], [True, False], "removed after the table was dropped")
    state = all_json(
        run_datahub("state", "inspect", "--pipeline-name", pipeline, "--platform", "postgres").out
    )[0]
    check(kept in state and last not in state, "the checkpoint names what the last run saw")
    execute(database, "create table sales.table_054 (id integer primary key)")
    run(3)
    equal(removed(last), False, "removed after the table came back")


@flow("ingest.postgres_runs", "sources", 600)
def ingest_postgres_runs():
    """A run is listed, shown, and rolled back to the state written by the previous run."""
    database = make_warehouse()
    people = source(database, schema_pattern={"allow": ["^people$"]})
    first, second = unique("first"), unique("second")
    ingest(people, "SYNC", run_id=first)
    new, old = dataset(database, "people.newcomer"), dataset(database, "people.table_000")
    before = graph().get_dataset_properties(old)
    execute(
        database,
        "create table people.newcomer (id integer primary key);"
        "comment on table people.table_000 is 'Changed'",
    )
    ingest(people, "ASYNC_BATCH", run_id=second)
    equal(graph().get_dataset_properties(old).description, "Changed")
    listed = run_datahub("ingest", "list-runs", "0", "100").out
    check(first in listed and second in listed, listed[-400:])
    shown = run_datahub("ingest", "show", "--run-id", second, "--count", "1000").out.replace(
        "\n", ""
    )
    check(new in shown and "schemaMetadata" in shown, shown[-400:])
    said = run_datahub("ingest", "rollback", "--run-id", second, "--force").all
    check(re.search(r"rolled back [1-9]\d* aspects", said), said[-400:])

    def as_before():
        equal(graph().get_dataset_properties(old).description, before.description)
        check(graph().get_dataset_properties(new) is None, "the new table is still there")

    eventually(as_before)
