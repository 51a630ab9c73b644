"""Defines a property, assigns it to a dataset and finds the dataset by it, with `requests`."""

import os

import requests

URL = os.environ.get("COLOPHON_URL", "http://127.0.0.1:8080")
PROPERTY = "urn:li:structuredProperty:com.example.owningTeam"
DATASET = "urn:li:dataset:(urn:li:dataPlatform:postgres,shop.orders,PROD)"

session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['COLOPHON_TOKEN']}"


def post(path, body):
    """Posts JSON and returns the answer; raises an error with the server's message unless it is a success."""
    answer = session.post(URL + path, json=body, timeout=30)
    if not answer.ok:
        raise RuntimeError(f"{answer.status_code} for {path}: {answer.json()['message']}")
    return answer.json()


definition = {
    "qualifiedName": "com.example.owningTeam",
    "displayName": "Owning team",
    "valueType": "urn:li:dataType:datahub.string",
    "entityTypes": ["urn:li:entityType:datahub.dataset"],
    "allowedValues": [{"value": {"string": "sales"}}, {"value": {"string": "logistics"}}],
}
# Without `async=false` the server may answer before the write is searchable.
post(
    "/openapi/v3/entity/structuredProperty?async=false",
    [{"urn": PROPERTY, "propertyDefinition": {"value": definition}}],
)
print(f"defined {PROPERTY}")


def assign(team):
    assignment = {"propertyUrn": PROPERTY, "values": [{"string": team}]}
    post(
        "/openapi/v3/entity/dataset?async=false",
        [{"urn": DATASET, "structuredProperties": {"value": {"properties": [assignment]}}}],
    )


assign("sales")
print(f"assigned sales to {DATASET}")

condition = {"field": "structuredProperties.com.example.owningTeam", "values": ["sales"]}
search = {"types": ["DATASET"], "query": "*", "count": 10, "orFilters": [{"and": [condition]}]}
answer = post(
    "/api/graphql",
    {
        "query": """query find($input: SearchAcrossEntitiesInput!) {
            searchAcrossEntities(input: $input) { total searchResults { entity { urn } } }
        }""",
        "variables": {"input": search},
    },
)
for result in answer["data"]["searchAcrossEntities"]["searchResults"]:
    print(f"found {result['entity']['urn']}")

try:
    assign("finance")
except RuntimeError as error:
    print(f"refused: {error}")
