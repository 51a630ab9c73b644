"""Ingestion by the `csv-enricher` source: tags, terms, owners, domains, texts and structured properties."""

import csv

from recipes import MODES, compare, ingest, record
from support import (
    define,
    equal,
    flow,
    graph,
    make_dataset,
    models,
    proposal,
    unique,
    values,
)

COLUMNS = (
    "resource",
    "subresource",
    "glossary_terms",
    "tags",
    "owners",
    "ownership_type",
    "description",
    "domain",
    "tier",
    "zones",
)


def rows(urns):
    domain = f"urn:li:domain:{unique('domain')}"
    for number, urn in enumerate(urns):
        yield {
            "resource": urn,
            "glossary_terms": "[urn:li:glossaryTerm:Sales.Order|urn:li:glossaryTerm:Legal]",
            "tags": f"[urn:li:tag:csv|urn:li:tag:row{number}]",
            "owners": "[urn:li:corpuser:jdoe|urn:li:corpGroup:data]",
            "ownership_type": "TECHNICAL_OWNER",
            "description": f"Row {number}: “quoted”, with a comma, and\na second line",
            "domain": domain,
            "tier": "gold" if number % 2 else "silver",
            "zones": "eu" if number % 3 else "",
        }
        yield {
            "resource": urn,
            "subresource": "id",
            "glossary_terms": "[urn:li:glossaryTerm:Key]",
            "tags": "[urn:li:tag:key]",
            "description": "Identifies a row",
        }


def write_csv(urns):
    with open("rows.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(rows(urns))


def source(semantics, tier, zones):
    return {
        "type": "csv-enricher",
        "config": {
            "filename": "rows.csv",
            "write_semantics": semantics,
            "structured_properties": {"tier": tier, "zones": zones},
        },
    }


@flow("ingest.csv_enricher_every_mode", "sources", 300)
def ingest_csv_enricher_every_mode():
    tier = define("tier", allowed=["gold", "silver"])
    zones = define("zones", cardinality="MULTIPLE")
    for mode in MODES:
        urns = [make_dataset(f"{mode}{number}") for number in range(5)]
        write_csv(urns)
        # The file sink runs before anything is written: with PATCH the source adds to existing values.
        overwriting = source("OVERRIDE", tier, zones)
        records = record(overwriting)
        ingest(overwriting, mode)
        compare(records, besides={"datasetProperties"})
        equal(values(urns[1]), {tier: ["gold"], zones: ["eu"]}, "structured properties")
        equal(values(urns[3]), {tier: ["gold"]}, "structured properties")


@flow("ingest.csv_enricher_adds", "sources", 300)
def ingest_csv_enricher_adds():
    """With PATCH semantics existing values are kept."""
    m = models()
    tier, zones = define("tier"), define("zones", cardinality="MULTIPLE")
    urn = make_dataset("patched")
    graph().emit_mcp(
        proposal(urn, m.GlobalTagsClass(tags=[m.TagAssociationClass("urn:li:tag:before")]))
    )
    write_csv([urn])
    patching = source("PATCH", tier, zones)
    records = record(patching)
    ingest(patching, "ASYNC_BATCH")
    compare(records, besides={"datasetProperties"})
    tags = {tag.tag for tag in graph().get_tags(urn).tags}
    equal(tags, {"urn:li:tag:before", "urn:li:tag:csv", "urn:li:tag:row0"}, "tags")
