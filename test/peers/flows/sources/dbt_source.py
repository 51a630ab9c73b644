"""Ingestion of a small dbt project, in every mode of the sink."""

import dbt_project
from recipes import MODES, compare, expected, ingest, record
from support import check, flow, unique


@flow("ingest.dbt_every_mode", "sources", 300)
def ingest_dbt_every_mode():
    for mode in MODES:
        project = dbt_project.source(unique(mode.lower()))
        records = record(project)
        latest, timeseries, _ = expected(records)
        names = {name for _, name in latest.keys() | timeseries.keys()}
        wanted = {"upstreamLineage", "schemaMetadata", "assertionInfo", "assertionRunEvent"}
        check(wanted <= names, f"the source wrote no {wanted - names}")
        ingest(project, mode)
        compare(records)
