"""Properties with rules and a display, which the client does not know: it meets the rules as errors, and keeps both."""

from urllib.parse import quote

import requests
from support import (
    SERVER,
    assign,
    check,
    dataset_urn,
    define,
    equal,
    first_json,
    flow,
    graph,
    headers,
    make_dataset,
    models,
    property_id,
    proposal,
    rejected,
    run_datahub,
    unique,
    values,
    write,
)

RULES = {"values": {"max": {"double": 365.0}, "level": "ENFORCE"}, "required": {"level": "REPORT"}}
DISPLAY = {"group": "Storage", "unit": "days"}


def address(urn, aspect):
    return f"{SERVER}/openapi/v3/entity/structuredproperty/{urn}/{aspect}"


def store(urn, aspect, value):
    """Writes an aspect that the client does not have."""
    answer = requests.post(
        address(urn, aspect),
        params={"createIfNotExists": "false"},
        json={"value": value},
        headers=headers(),
    )
    equal(answer.status_code, 200, answer.text)


def stored(urn, aspect):
    return requests.get(address(urn, aspect), headers=headers()).json()["value"]


def ruled(name):
    """A property of numbers up to 365, which has a display."""
    urn = define(name, type="number", entities=("dataset",))
    store(urn, "structuredPropertyRules", RULES)
    store(urn, "structuredPropertyDisplay", DISPLAY)
    return urn


@flow("rules.refusal_is_one_plain_error", group="rules")
def refusal():
    urn = ruled("limit")
    words = (
        rf"Property: {urn}, value: {{double=500.0}} is above the maximum 365.0. Use a value up to 365.0."
    )
    for openapi in (False, True):
        g = graph(openapi=openapi)
        dataset = make_dataset(f"limit{openapi}", g)
        said = rejected(lambda: assign(dataset, {urn: 500.0}, g))
        check(words in said, said)
        equal(values(dataset, g), {}, "values after a refusal")
        assign(dataset, {urn: 30.0}, g)
        equal(values(dataset, g), {urn: [30.0]})


@flow("rules.refusal_by_command", group="rules")
def refusal_by_command():
    urn = ruled("command")
    make_dataset("command")
    text = f"""
- id: {unique("command")}
  urn: {dataset_urn("command")}
  platform: mysql
  structured_properties:
    {property_id("command")}: 500
"""
    refused = run_datahub("dataset", "upsert", "-f", write("dataset.yaml", text), expect=None)
    check("is above the maximum 365.0. Use a value up to 365.0." in refused.all, refused.all[-900:])
    equal(values(dataset_urn("command")), {}, "values after a refusal")
    check(urn.endswith(property_id("command")), urn)


@flow("rules.kept_by_upserts", group="rules")
def kept():
    urn = ruled("kept")
    define("kept", type="number", cardinality="MULTIPLE", entities=("dataset",))
    text = f"""
- id: {property_id("kept")}
  type: number
  cardinality: MULTIPLE
  description: Changed by the command
  entity_types: [dataset]
"""
    run_datahub("properties", "upsert", "-f", write("props.yaml", text))
    shown = first_json(run_datahub("properties", "get", "--urn", urn))
    equal(shown["description"], "Changed by the command")
    equal(stored(urn, "structuredPropertyRules"), RULES, "rules after upserts")
    equal(stored(urn, "structuredPropertyDisplay"), DISPLAY, "display after upserts")
    listed = run_datahub("properties", "list", "--details")
    check(property_id("kept") in listed.all, listed.all[-500:])
    dataset = make_dataset("kept")
    rejected(lambda: assign(dataset, {urn: 500.0}), ["above the maximum"])


@flow("rules.inherited_values_are_unseen", group="rules")
def inherited():
    rules = {"inherit": {"from": ["container"], "resolve": "NEAREST"}}
    urn = define("inherited", type="number", entities=("dataset", "container"))
    store(urn, "structuredPropertyRules", rules)
    g = graph()
    container = f"urn:li:container:{unique('db')}"
    dataset = make_dataset("inherited", g)
    g.emit_mcp(proposal(container, models().ContainerPropertiesClass(name="db")))
    g.emit_mcp(proposal(dataset, models().ContainerClass(container=container)))
    assign(container, {urn: 365.0}, g)
    path = f"{SERVER}/api/colophon/v1/entities/{quote(dataset, safe='')}/effective-properties"
    effective = requests.get(path, headers=headers()).json()["properties"]
    equal([(one["values"], one["source"]) for one in effective], [([{"double": 365}], container)])
    for openapi in (False, True):
        equal(values(dataset, graph(openapi=openapi)), {}, "stored values of an asset that inherits")
    text = f"""
- id: {property_id("inherited")}
  type: number
  description: Changed by the command
  entity_types: [dataset, container]
"""
    run_datahub("properties", "upsert", "-f", write("props.yaml", text))
    equal(stored(urn, "structuredPropertyRules"), rules, "rules after an upsert")
    equal(requests.get(path, headers=headers()).json()["properties"], effective, "after an upsert")
