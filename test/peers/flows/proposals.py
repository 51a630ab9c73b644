"""A token that only proposes, which the client does not know: it sees a held write as a refusal that names the proposal."""

import re

import requests
from support import (
    SERVER,
    assign,
    check,
    define,
    equal,
    first_json,
    flow,
    graph,
    headers,
    make_dataset,
    property_id,
    rejected,
    run_datahub,
    unique,
    values,
    write,
)

HELD = r"Held for review as (urn:li:changeProposal:[\w-]+)\. Nothing was changed yet\."


def ask(method, path, **settings):
    answer = requests.request(method, f"{SERVER}/api/colophon/v1/{path}", headers=headers(), **settings)
    check(answer.status_code in (200, 201), answer.text)
    return answer.json()


def proposing_token(name):
    limits = {"name": unique(name), "durationMs": 3_600_000, "proposeOnly": True}
    return ask("POST", "tokens", json=limits)["token"]


def proposal_in(said):
    """Id of the proposal that a refusal names."""
    named = re.search(HELD, said)
    check(named is not None, said)
    return named[1].rsplit(":", 1)[1]


@flow("proposals.held_write_is_one_sentence", group="rules")
def held():
    urn = define("held", entities=("dataset",))
    token = proposing_token("held")
    for openapi in (False, True):
        g = graph(openapi=openapi, token=token)
        dataset = make_dataset(f"held{openapi}")
        id = proposal_in(rejected(lambda: assign(dataset, {urn: "red"}, g)))
        equal(values(dataset), {}, "values after a held write")
        again = proposal_in(rejected(lambda: assign(dataset, {urn: "red"}, g)))
        equal(again, id, "the same write, held again")
        equal(ask("GET", f"proposals/{id}")["state"], "OPEN")
        equal(ask("POST", f"proposals/{id}/approve", json={})["state"], "APPROVED")
        equal(values(dataset), {urn: ["red"]}, "values after the approval")


@flow("proposals.held_definition_by_command", group="rules")
def held_by_command():
    urn = define("held_command", entities=("dataset",))
    text = f"""
- id: {property_id("held_command")}
  type: string
  description: Proposed by the command
  entity_types: [dataset]
"""
    token = {"DATAHUB_GMS_TOKEN": proposing_token("held_command")}
    refused = run_datahub("properties", "upsert", "-f", write("props.yaml", text), env=token, expect="fail")
    id = proposal_in(refused.all)
    shown = first_json(run_datahub("properties", "get", "--urn", urn))
    equal(shown.get("description"), None, "description after a held write")
    ask("POST", f"proposals/{id}/approve", json={})
    shown = first_json(run_datahub("properties", "get", "--urn", urn))
    equal(shown["description"], "Proposed by the command")
