"""Definitions of structured properties with the command line."""

from pathlib import Path

from support import (
    all_json,
    check,
    define,
    equal,
    eventually,
    first_json,
    flow,
    property_id,
    property_urn,
    run_datahub,
    write,
)

PROPS = """
- id: {b}.retention
  type: number
  description: "Retention time in days"
  display_name: Retention
  cardinality: SINGLE
  entity_types: [dataset, dataFlow]
  allowed_values:
    - {{value: 30, description: "30 days"}}
    - {{value: 90, description: "90 days"}}
    - {{value: 365}}
- id: {b}.classification
  qualified_name: {b}.classification
  type: string
  description: "Data classification \\u2013 \\u00e9\\u4e2d"
  display_name: Classification
  cardinality: MULTIPLE
  entity_types: [urn:li:entityType:datahub.dataset, schemaField]
  allowed_values:
    - {{value: "Public/Internal", description: pub}}
    - {{value: "Confidential"}}
- id: {b}.review_date
  type: date
  display_name: "Review date"
  entity_types: [dataset]
- id: {b}.notes
  type: rich_text
  entity_types: [dataset, schemaField]
- urn: urn:li:structuredProperty:{b}.steward
  type: urn
  type_qualifier: {{allowed_types: [corpuser, urn:li:entityType:datahub.corpGroup]}}
  cardinality: MULTIPLE
  entity_types: [dataset]
"""


def upsert_props(b, text=PROPS):
    return run_datahub("properties", "upsert", "-f", write("props.yaml", text.format(b=b)))


WANT = lambda b: {
    "retention": {
        "type": "urn:li:dataType:datahub.number",
        "cardinality": "SINGLE",
        "display_name": "Retention",
        "description": "Retention time in days",
        "entity_types": ["urn:li:entityType:datahub.dataset", "urn:li:entityType:datahub.dataFlow"],
        "allowed_values": [
            {"value": 30.0, "description": "30 days"},
            {"value": 90.0, "description": "90 days"},
            {"value": 365.0},
        ],
    },
    "classification": {
        "type": "urn:li:dataType:datahub.string",
        "cardinality": "MULTIPLE",
        "display_name": "Classification",
        "description": "Data classification \u2013 \u00e9\u4e2d",
        "entity_types": [
            "urn:li:entityType:datahub.dataset",
            "urn:li:entityType:datahub.schemaField",
        ],
        "allowed_values": [
            {"value": "Public/Internal", "description": "pub"},
            {"value": "Confidential"},
        ],
    },
    "review_date": {
        "type": "urn:li:dataType:datahub.date",
        "display_name": "Review date",
        "cardinality": "SINGLE",
    },
    "notes": {
        "type": "urn:li:dataType:datahub.rich_text",
        "entity_types": [
            "urn:li:entityType:datahub.dataset",
            "urn:li:entityType:datahub.schemaField",
        ],
    },
    "steward": {
        "type": "urn:li:dataType:datahub.urn",
        "cardinality": "MULTIPLE",
        "type_qualifier": {
            "allowed_types": [
                "urn:li:entityType:datahub.corpuser",
                "urn:li:entityType:datahub.corpGroup",
            ]
        },
    },
}


@flow("cli.properties_upsert_get")
def cli_properties_upsert_get():
    b = property_id("p")
    p = upsert_props(b)
    for k in WANT(b):
        check(
            f"Created structured property urn:li:structuredProperty:{b}.{k}" in p.all,
            f"no 'Created' line for {k}: {p.all[-400:]}",
        )
    for k, want in WANT(b).items():
        got = first_json(
            run_datahub("properties", "get", "--urn", f"urn:li:structuredProperty:{b}.{k}")
        )
        equal(got["urn"], f"urn:li:structuredProperty:{b}.{k}")
        equal(got["qualified_name"], f"{b}.{k}")
        for f, v in want.items():
            equal(got.get(f), v, f"{k}.{f}")
    equal(
        first_json(run_datahub("properties", "get", "--urn", f"{b}.retention"))["qualified_name"],
        f"{b}.retention",
        "get by bare id",
    )


@flow("cli.properties_get_to_file")
def cli_properties_get_to_file():
    b = property_id("p")
    upsert_props(b)
    run_datahub("properties", "get", "--urn", f"{b}.classification", "--to-file", "o.yaml")
    check("Public/Internal" in Path("o.yaml").read_text(), "yaml lacks the allowed value")


@flow("cli.properties_get_missing")
def cli_properties_get_missing():
    check(
        "does not exist" in run_datahub("properties", "get", "--urn", property_urn("missing")).out,
        "expected 'does not exist'",
    )


@flow("cli.properties_upsert_changes_definition")
def cli_properties_upsert_changes_definition():
    b = property_id("p")
    upsert_props(b)
    upsert_props(
        b,
        PROPS.replace("Retention time in days", "Changed text").replace(
            "- {{value: 365}}", "- {{value: 365}}\n    - {{value: 400, description: new}}"
        ),
    )
    g = first_json(run_datahub("properties", "get", "--urn", f"{b}.retention"))
    equal(g["description"], "Changed text")
    check(
        {"value": 400.0, "description": "new"} in g["allowed_values"],
        f"allowed_values {g['allowed_values']}",
    )


@flow("cli.properties_upsert_type_change_rejected")
def cli_properties_upsert_type_change_rejected():
    b = property_id("p")
    upsert_props(b)
    p = run_datahub(
        "properties",
        "upsert",
        "-f",
        write("bad.yaml", f"- id: {b}.review_date\n  type: number\n  entity_types: [dataset]\n"),
        expect="fail",
    )
    check("Unable to emit metadata to DataHub GMS" in p.all, p.all[-500:])
    equal(
        first_json(run_datahub("properties", "get", "--urn", f"{b}.review_date"))["type"],
        "urn:li:dataType:datahub.date",
        "type after a rejected change",
    )


@flow("cli.properties_upsert_cardinality_narrowing_rejected")
def cli_properties_upsert_cardinality_narrowing_rejected():
    b = property_id("p")
    upsert_props(b)
    run_datahub(
        "properties",
        "upsert",
        "-f",
        write(
            "bad.yaml",
            PROPS.format(b=b).split("- id: ")[2].join(["- id: ", ""]).replace("MULTIPLE", "SINGLE"),
        ),
        expect="fail",
    )
    equal(
        first_json(run_datahub("properties", "get", "--urn", f"{b}.classification"))["cardinality"],
        "MULTIPLE",
        "cardinality after a rejected change",
    )


@flow("cli.properties_upsert_restricting_allowed_values_rejected")
def cli_properties_upsert_restricting_allowed_values_rejected():
    b = property_id("p")
    upsert_props(b)
    one = (
        lambda vals: f"- id: {b}.retention\n  type: number\n  cardinality: SINGLE\n  entity_types: [dataset, dataFlow]\n  allowed_values: [{', '.join('{value: %s}' % v for v in vals)}]\n"
    )
    run_datahub("properties", "upsert", "-f", write("bad.yaml", one([30, 90])), expect="fail")
    equal(
        [
            v["value"]
            for v in first_json(run_datahub("properties", "get", "--urn", f"{b}.retention"))[
                "allowed_values"
            ]
        ],
        [30.0, 90.0, 365.0],
    )
    run_datahub("properties", "upsert", "-f", write("ok.yaml", one([30, 90, 365, 400])))
    run_datahub(
        "properties",
        "upsert",
        "-f",
        write(
            "bad2.yaml",
            f"- id: {b}.review_date\n  type: date\n  entity_types: [dataset]\n  allowed_values: [{{value: '2024-01-01'}}]\n",
        ),
        expect="fail",
    )  # values were unrestricted before
    run_datahub(
        "properties",
        "upsert",
        "-f",
        write(
            "v.yaml",
            f"- id: {b}.review_date\n  type: number\n  version: '20240610150000'\n  entity_types: [dataset]\n",
        ),
    )
    equal(
        first_json(run_datahub("properties", "get", "--urn", f"{b}.review_date"))["type"],
        "urn:li:dataType:datahub.number",
        "a newer version allows the breaking change",
    )


@flow("cli.properties_upsert_bad_names_rejected")
def cli_properties_upsert_bad_names_rejected():
    run_datahub(
        "properties",
        "upsert",
        "-f",
        write(
            "a.yaml",
            f"- id: '{property_id('with space')}'\n  type: string\n  entity_types: [dataset]\n",
        ),
        expect="fail",
    )
    run_datahub(
        "properties",
        "upsert",
        "-f",
        write(
            "b.yaml",
            f"- id: {property_id('v')}\n  type: string\n  version: 'v1'\n  entity_types: [dataset]\n",
        ),
        expect="fail",
    )
    u = define("sd")
    run_datahub("delete", "--urn", u)
    run_datahub(
        "properties",
        "upsert",
        "-f",
        write(
            "c.yaml",
            f"- id: {property_id('sd')}\n  type: string\n  description: changed\n  entity_types: [dataset]\n",
        ),
        expect="fail",
    )  # a soft-deleted definition cannot be changed


@flow("cli.properties_upsert_settings")
def cli_properties_upsert_settings():
    b = property_id("s")
    run_datahub(
        "properties",
        "upsert",
        "-f",
        write(
            "p.yaml",
            f"- id: {b}\n  type: string\n  display_name: n\n  entity_types: [dataset]\n  structured_property_settings: {{show_in_search_filters: true, show_in_asset_summary: true}}\n",
        ),
    )
    a = first_json(
        run_datahub(
            "get",
            "--urn",
            f"urn:li:structuredProperty:{b}",
            "--aspect",
            "structuredPropertySettings",
        )
    )["structuredPropertySettings"]
    equal((a["showInSearchFilters"], a["showInAssetSummary"], a["isHidden"]), (True, True, False))
    check(a["lastModified"]["time"] > 0, a)


@flow("cli.properties_list", "search")
def cli_properties_list():
    b = property_id("p")
    upsert_props(b)
    urns = {f"urn:li:structuredProperty:{b}.{k}" for k in WANT(b)}

    def listed():
        o = run_datahub("properties", "list", "--no-details").out
        check(all(u in o.splitlines() for u in urns), "missing in list --no-details")

    eventually(listed)
    got = eventually(lambda: {o["urn"]: o for o in all_json(run_datahub("properties", "list").out)})
    check(urns <= set(got), f"missing in list: {urns - set(got)}")
    equal(
        got[f"urn:li:structuredProperty:{b}.retention"]["allowed_values"],
        WANT(b)["retention"]["allowed_values"],
    )
    check(
        "written to u.txt"
        in run_datahub("properties", "list", "--no-details", "--to-file", "u.txt").all
        and urns <= set(Path("u.txt").read_text().split()),
        "to-file urns",
    )

    # Lists twice, because the second call merges into the file of the first. If another flow deletes a property in between, the client ends with an error
    # and leaves the file empty, so that each attempt begins without a file.
    def listed_into_file():
        Path("l.yaml").unlink(missing_ok=True)
        run_datahub("properties", "list", "--to-file", "l.yaml")
        check(f"{b}.steward" in Path("l.yaml").read_text(), "to-file yaml")
        run_datahub("properties", "list", "--to-file", "l.yaml")
        check(f"{b}.steward" in Path("l.yaml").read_text(), "to-file yaml, merged")

    eventually(listed_into_file)


@flow("cli.properties_list_skips_soft_deleted", "search")
def cli_properties_list_skips_soft_deleted():
    u = define("x")
    eventually(
        lambda: check(
            u in run_datahub("properties", "list", "--no-details").out.split(), "not listed"
        )
    )
    run_datahub("delete", "--urn", u)
    eventually(
        lambda: check(
            u not in run_datahub("properties", "list", "--no-details").out.split(),
            "soft-deleted property still listed",
        )
    )
