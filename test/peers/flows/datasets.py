"""Datasets from files, with structured properties."""

import json
import re
from pathlib import Path

from flows.definitions import upsert_props
from support import (
    assign,
    check,
    equal,
    first_json,
    flow,
    make_dataset,
    property_id,
    run_datahub,
    unique,
    values,
    write,
)

DATASET = """
- id: {d}
  platform: hive
  env: PROD
  description: "drive dataset"
  subtype: Table
  tags: [urn:li:tag:{t}]
  owners: [urn:li:corpuser:{o}, {{id: "urn:li:corpGroup:{o}", type: BUSINESS_OWNER}}]
  properties: {{team: infra, "a/b~c": "1"}}
  structured_properties:
    {b}.retention: 90
    {b}.classification: ["Public/Internal", Confidential]
    {b}.review_date: "2024-03-22"
    {b}.notes: "**bold** text"
    {b}.steward: [urn:li:corpuser:{o}]
  schema:
    fields:
      - id: ip
        type: string
        description: IP address
        structured_properties: {{{b}.classification: [Confidential]}}
        globalTags: [{t}]
      - {{id: "user.id", type: number, nullable: true}}
"""


def hive(d):
    return f"urn:li:dataset:(urn:li:dataPlatform:hive,{d},PROD)"


def upsert_ds():
    b = property_id("p")
    d = unique("d")
    upsert_props(b)
    t = write("d.yaml", DATASET.format(d=d, b=b, t=unique("tag"), o=unique("own")))
    return b, d, t


@flow("cli.dataset_upsert_get")
def cli_dataset_upsert_get():
    b, d, f = upsert_ds()
    p = run_datahub("dataset", "upsert", "-f", f)
    check(f"Update succeeded for urn {hive(d)}" in p.all, p.all[-500:])
    g = first_json(run_datahub("dataset", "get", "--urn", hive(d)))
    P = "urn:li:structuredProperty:" + b
    equal(
        g["structured_properties"].get(P + ".retention")
        or g["structured_properties"].get(b + ".retention"),
        90.0 if not isinstance(next(iter(g["structured_properties"].values())), list) else [90.0],
        "number value",
    )

    def val(k):
        v = g["structured_properties"].get(f"{P}.{k}", g["structured_properties"].get(f"{b}.{k}"))
        return v if isinstance(v, list) else [v]

    equal(sorted(val("classification")), ["Confidential", "Public/Internal"])
    equal(val("review_date"), ["2024-03-22"])
    equal(val("notes"), ["**bold** text"])
    equal(val("steward"), [f"urn:li:corpuser:{unique('own')}"])
    equal(g["description"], "drive dataset")
    equal(g["properties"], {"team": "infra", "a/b~c": "1"})
    equal(g["tags"], [unique("tag")])
    equal(len(g["owners"]), 2)
    fl = {
        x["id"]: x for x in g["schema_metadata" if "schema_metadata" in g else "schema"]["fields"]
    }
    equal(set(fl), {"ip", "user.id"})
    check("Confidential" in json.dumps(fl["ip"]["structured_properties"]), fl["ip"])
    a = first_json(
        run_datahub(
            "get", "--urn", f"urn:li:schemaField:({hive(d)},ip)", "--aspect", "structuredProperties"
        )
    )
    equal(
        a["structuredProperties"]["properties"][0]["values"],
        [{"string": "Confidential"}],
        "schemaField aspect as stored",
    )


@flow("cli.dataset_upsert_is_idempotent_and_replaces")
def cli_dataset_upsert_is_idempotent_and_replaces():
    b, d, f = upsert_ds()
    run_datahub("dataset", "upsert", "-f", f)
    run_datahub("dataset", "upsert", "-f", f)
    write(
        "d2.yaml",
        Path(f)
        .read_text()
        .replace("retention: 90", "retention: 30")
        .replace(f'    {b}.notes: "**bold** text"\n', ""),
    )
    run_datahub("dataset", "upsert", "-f", "d2.yaml")
    v = {
        p["propertyUrn"].split(".")[-1]: p["values"]
        for p in first_json(
            run_datahub("get", "--urn", hive(d), "--aspect", "structuredProperties")
        )["structuredProperties"]["properties"]
    }
    equal(v["retention"], [{"double": 30.0}])
    check("notes" not in v, "upsert of the aspect must replace it")


@flow("cli.dataset_upsert_unknown_property_skipped")
def cli_dataset_upsert_unknown_property_skipped():
    f = write(
        "d.yaml",
        f"id: {unique('d')}\nplatform: hive\nstructured_properties: {{{property_id('none')}: 1}}\n",
    )
    p = run_datahub("dataset", "upsert", "-f", f, expect="fail")
    check("missing entity references" in p.all, p.all[-400:])


@flow("cli.dataset_upsert_invalid_value_rejected")
def cli_dataset_upsert_invalid_value_rejected():
    for prop, bad in (
        ("retention", "45"),
        ("classification", "[Nope]"),
        ("review_date", '"22/03/2024"'),
        ("retention", "[30, 90]"),
    ):
        b = property_id("p")
        upsert_props(b)
        d = unique("bad" + prop)
        p = run_datahub(
            "dataset",
            "upsert",
            "-f",
            write(
                "d.yaml",
                f"id: {d}\nplatform: hive\nenv: PROD\nstructured_properties: {{{b}.{prop}: {bad}}}\n",
            ),
            expect="fail",
        )
        check(
            "Update failed" in p.all and "Unable to emit" in p.all, f"{prop}={bad}: {p.all[-400:]}"
        )
        check(
            "None" not in re.findall(r"Unable to emit metadata to DataHub GMS: (.*)", p.all)[:1],
            "the error body has no 'message'",
        )
        equal(values(hive(d)), {}, f"stored after a rejected {prop}={bad}")


@flow("cli.dataset_sync_from_datahub")
def cli_dataset_sync_from_datahub():
    b, d, f = upsert_ds()
    run_datahub("dataset", "upsert", "-f", f)
    u = hive(d)
    assign(u, {f"urn:li:structuredProperty:{b}.retention": 365.0})
    write(
        "s.yaml",
        f"id: {d}\nplatform: hive\nenv: PROD\nstructured_properties: {{{b}.retention: 90}}\n",
    )
    run_datahub("dataset", "sync", "-f", "s.yaml", "--from-datahub")
    t = Path("s.yaml").read_text()
    check("365" in t and "retention: 90" not in t, t)
    run_datahub("dataset", "sync", "-f", f, "--to-datahub", "--dry-run")
    equal(
        values(u), {f"urn:li:structuredProperty:{b}.retention": [365.0]}, "dry-run must not write"
    )


@flow("cli.dataset_file_lint")
def cli_dataset_file_lint():
    b, d, f = upsert_ds()
    run_datahub("dataset", "file", "--lintCheck", f)
    run_datahub("dataset", "file", "--lintFix", f)
    check(
        "No differences found" in run_datahub("dataset", "file", "--lintCheck", f).all,
        "lintFix is not stable",
    )


@flow("cli.dataset_add_sibling")
def cli_dataset_add_sibling():
    a, c = make_dataset("a"), make_dataset("b")
    run_datahub("dataset", "add-sibling", "--urn", a, "--sibling-urns", c)
    s = first_json(run_datahub("get", "--urn", c, "--aspect", "siblings"))["siblings"]
    equal(s, {"primary": False, "siblings": [a]})
