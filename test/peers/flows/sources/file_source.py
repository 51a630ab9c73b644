"""Ingestion of files: the recorded output of another source, and with a transformer."""

import dbt_project
from recipes import MODES, compare, ingest, record
from support import (
    dataset_urn,
    define,
    equal,
    eventually,
    flow,
    graph,
    property_id,
    unique,
    values,
    write,
)


def source(path):
    return {"type": "file", "config": {"path": path}}


@flow("ingest.file_every_mode", "sources", 300)
def ingest_file_every_mode():
    for mode in MODES:
        records = record(dbt_project.source(unique(f"file{mode}".lower())), "project.json")
        ingest(source("project.json"), mode)
        compare(records)


def tagged(urn, *tags):
    return {
        "entityType": "dataset",
        "entityUrn": urn,
        "changeType": "UPSERT",
        "aspectName": "globalTags",
        "aspect": {"json": {"tags": [{"tag": f"urn:li:tag:{tag}"} for tag in tags]}},
    }


@flow("ingest.transformer_structured_properties", "sources", 300)
def ingest_transformer_structured_properties():
    """Tags become structured properties on the way, checked against their definitions, and can be searched."""
    tier, team = define("tier", allowed=["gold", "silver"]), define("team")
    gold, silver = dataset_urn("gold"), dataset_urn("silver")
    write(
        "tagged.json",
        [tagged(gold, "gold", f"{unique('team')}:Sales"), tagged(silver, "silver")],
    )
    transformer = {
        "type": "tags_to_structured_properties",
        "config": {
            "process_key_value_tags": True,
            "key_value_property_prefix": "peer.",
            "tag_structured_property_map": {property_id("tier"): {"values": ["gold", "silver"]}},
        },
    }
    for mode in MODES:
        for urn in (gold, silver):
            graph().hard_delete_entity(urn)
        records = record(source("tagged.json"), transformers=[transformer])
        ingest(source("tagged.json"), mode, transformers=[transformer])
        compare(records)
        equal(values(gold), {tier: ["gold"], team: ["Sales"]}, f"properties after {mode}")
        equal(values(silver), {tier: ["silver"]}, f"properties after {mode}")
    criterion = {"field": f"structuredProperties.{property_id('tier')}", "values": ["gold"]}
    find = lambda: list(
        graph().get_urns_by_filter(
            entity_types=["dataset"], extraFilters=[{**criterion, "condition": "EQUAL"}]
        )
    )
    eventually(lambda: equal(find(), [gold], "found by the property"))
