"""Search and GraphQL with the command line."""

import json

from support import (
    assign,
    check,
    define,
    equal,
    eventually,
    first_json,
    flow,
    graph,
    make_dataset,
    models,
    property_id,
    proposal,
    run_datahub,
    unique,
    write,
)


@flow("cli.graphql")
def cli_graphql():
    p = run_datahub("graphql", "--list-operations")
    check("searchAcrossEntities" in p.out and "scrollAcrossEntities" in p.out, p.all[-300:])
    o = first_json(run_datahub("graphql", "--list-operations", "--format", "json"))
    check("queries" in json.dumps(o).lower(), o)
    equal(list(first_json(run_datahub("graphql", "--query", "{ __typename }"))), ["__typename"])
    r = first_json(
        run_datahub(
            "graphql",
            "--query",
            "query s($q:String!){ searchAcrossEntities(input:{query:$q,count:1}) { total } }",
            "--variables",
            '{"q":"*"}',
        )
    )
    check(r["searchAcrossEntities"]["total"] >= 0, r)
    write(
        "q.graphql",
        'query { searchAcrossEntities(input:{query:"*",count:1}) { total searchResults { entity { urn type } } } }',
    )
    first_json(run_datahub("graphql", "--query", "q.graphql"))
    p = run_datahub("graphql", "--query", "{ noSuchField }", expect="fail")
    equal(json.loads(p.err.strip().splitlines()[-1])["error"], "graphql_error")
    check("noSuchField" in p.err, p.err)
    first_json(
        run_datahub(
            "graphql",
            "--query",
            '{ searchAcrossEntities(input:{query:"*"}) { total noSuchField } }',
            "--strip-unknown-fields",
        )
    )
    check(
        "scrollId"
        in run_datahub(
            "graphql", "--describe", "ScrollAcrossEntitiesInput", "--recurse", "--format", "json"
        ).out,
        "describe",
    )
    run_datahub("graphql", "--describe", "searchAcrossEntities")
    check("corpUser" in run_datahub("graphql", "--operation", "me").out, "operation me")


@flow("cli.search", "search")
def cli_search():
    pl = unique("sp").lower()
    u1, u2 = make_dataset("orders_alpha", platform=pl, description="first"), make_dataset(
        "orders_beta", platform=pl, env="DEV"
    )
    tag = f"urn:li:tag:{unique('t')}"
    graph().emit_mcp(
        proposal(u1, models().GlobalTagsClass(tags=[models().TagAssociationClass(tag=tag)]))
    )
    S = lambda *a: run_datahub("search", *a, "--filter", f"platform={pl}")
    eventually(lambda: equal(first_json(S("*"))["total"], 2))
    r = first_json(S("*"))
    equal(sorted(x["entity"]["urn"] for x in r["searchResults"]), sorted([u1, u2]))
    equal({x["entity"]["type"] for x in r["searchResults"]}, {"DATASET"})
    check(any(f["field"] == "platform" for f in r["facets"]), "no platform facet")
    e = {x["entity"]["urn"]: x["entity"] for x in r["searchResults"]}[u1]
    equal(e["properties"]["name"], unique("orders_alpha"))
    equal(e["platform"]["urn"], f"urn:li:dataPlatform:{pl}")
    equal(e["tags"]["tags"][0]["tag"]["urn"], tag)
    equal(S("*", "--urns-only", "--filter", "env=DEV").out.split(), [u2])
    check("orders_alpha" in S("*", "--table").out, "table")
    check(
        any(
            f["field"] == "platform"
            and any(
                a["value"] == f"urn:li:dataPlatform:{pl}" and a["count"] == 2
                for a in f["aggregations"]
            )
            for f in first_json(S("*", "--facets-only"))["facets"]
        ),
        "facet counts",
    )
    eventually(
        lambda: equal(
            run_datahub(
                "search", "*", "--where", f"platform = {pl} AND tag = {tag}", "--urns-only"
            ).out.split(),
            [u1],
        )
    )
    r = first_json(S("*", "--projection", "urn ... on Dataset { name }", "--limit", "1"))
    equal(set(r["searchResults"][0]["entity"]), {"urn", "name"})
    equal(len(r["searchResults"]), 1)
    equal(first_json(S("*", "--limit", "1", "--offset", "1"))["start"], 1)
    eventually(lambda: equal(S("orders_alpha", "--urns-only").out.split()[:1], [u1]))
    equal(
        run_datahub(
            "search",
            "*",
            "--filters",
            json.dumps({"and": [{"platform": [pl]}, {"not": {"tag": [tag]}}]}),
            "--urns-only",
        ).out.split(),
        [u2],
    )
    run_datahub("search", "diagnose")
    p = run_datahub("search", "*", "--filters", '{"nonsense": 1}', expect="fail")
    equal(p.rc, 2)


@flow("cli.search_by_structured_property", "search")
def cli_search_by_structured_property():
    k, u = define("c"), make_dataset("d")
    assign(u, {k: "gold"})
    f = json.dumps(
        {
            "field": f"structuredProperties.{property_id('c')}",
            "condition": "EQUAL",
            "values": ["gold"],
        }
    )
    eventually(
        lambda: equal(run_datahub("search", "*", "--filters", f, "--urns-only").out.split(), [u])
    )
