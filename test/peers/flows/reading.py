"""Reading and searching with the SDK."""

import time

from support import (
    RUN,
    Failure,
    assign,
    check,
    dataset_urn,
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
)


@flow("sdk.get_aspect_versions_and_missing")
def sdk_get_aspect_versions_and_missing():
    g, m = graph(), models()
    u = dataset_urn("v")
    check(g.get_aspect(u, m.DatasetPropertiesClass) is None, "missing aspect -> None")
    equal(g.exists(u), False)
    for i in "123":
        g.emit_mcp(proposal(u, m.DatasetPropertiesClass(name="n" + i)))
    equal(g.get_dataset_properties(u).name, "n3")
    equal(g.get_aspect(u, m.DatasetPropertiesClass, version=1).name, "n1", "version 1 = oldest")
    check(g.get_aspect(u, m.SchemaMetadataClass) is None, "")


@flow("sdk.get_entity_semityped_and_mcps")
def sdk_get_entity_semityped_and_mcps():
    g, m = graph(), models()
    u = dataset_urn("e")
    k = define("n")
    sm = m.SystemMetadataClass(runId=unique("run"), lastObserved=1700000000000)
    g.emit_mcp(proposal(u, m.StatusClass(removed=False), systemMetadata=sm))
    assign(u, {k: "x"})
    e = g.get_entity_semityped(u)
    check({"datasetKey", "status", "structuredProperties"} <= set(e), set(e))
    equal(e["structuredProperties"].properties[0].values, ["x"])
    equal(set(g.get_entity_semityped(u, ["status"])) - {"datasetKey"}, {"status"})
    mc = {x.aspectName: x for x in g.get_entity_as_mcps(u, ["status"])}
    equal(mc["status"].systemMetadata.runId, unique("run"))
    equal(mc["status"].systemMetadata.lastObserved, 1700000000000)
    r = g.get_entity_raw(u)
    equal((r["urn"], r["entityName"]), (u, "dataset"))
    equal(
        set(g.get_entity_semityped(dataset_urn("ghost"))) - {"datasetKey"},
        set(),
        "missing entity returns (at most) its key",
    )


@flow("sdk.urns_with_odd_characters")
def sdk_urns_with_odd_characters():
    m = models()
    for ep in (False, True):
        g = graph(openapi=ep)
        for n in (
            "sp ace",
            "pct%25",
            "a/b",
            "plus+and&",
            "uni\u00e9\u4e2d",
            "#hash?q=1",
            "col:on;'q'",
        ):
            if not ep and not n.isascii():
                continue  # the client double-escapes such urns on single rest.li writes
            for t in ("dataset", "tag"):
                x = unique(f"{n}_{ep}")
                u = (
                    f"urn:li:tag:{x}"
                    if t == "tag"
                    else f"urn:li:dataset:(urn:li:dataPlatform:s3,{x},PROD)"
                )
                a = m.TagPropertiesClass(name=n) if t == "tag" else m.DatasetPropertiesClass(name=n)
                g.emit_mcp(proposal(u, a))
                r = g.get_aspect(u, type(a))
                check(r is not None, f"written but not readable: {u}")
                equal(r.name, n, u)
                check(g.exists(u), u)
                check(g.get_entity_raw(u)["urn"] == u, u)
                check(u in g.get_entities(t, [u]), "batchGet " + u)


@flow("sdk.get_entities_v3_batch")
def sdk_get_entities_v3_batch():
    g = graph()
    k = define("n", "number")
    us = [make_dataset(x) for x in "ab"]
    assign(us[0], {k: 4.0})
    r = g.get_entities(
        "dataset",
        us + [dataset_urn("ghost")],
        ["datasetProperties", "structuredProperties"],
        with_system_metadata=True,
    )
    equal(set(r) - {dataset_urn("ghost")}, set(us))
    equal(r[us[0]]["structuredProperties"][0].properties[0].values, [4.0])
    check(r[us[0]]["datasetProperties"][1].lastObserved > 0, "systemMetadata")
    check("structuredProperties" not in r[us[1]], "absent aspect")
    check(
        "datasetKey" in g.get_entities("dataset", us)[us[0]],
        "no aspect list -> all aspects incl. key",
    )


@flow("sdk.get_entities_v2_batch", "extra")
def sdk_get_entities_v2_batch():
    u = make_dataset("a")
    r = graph().get_entities_v2("dataset", [u], ["datasetProperties"])
    equal(r[u]["datasetProperties"]["value"]["name"], unique("a"))


@flow("sdk.delete_soft_hard_references", "search")
def sdk_delete_soft_hard_references():
    g, m = graph(), models()
    u = make_dataset("d")
    g.soft_delete_entity(u)
    check(g.get_aspect(u, m.StatusClass).removed, "soft")
    check(g.exists(u), "soft-deleted still exists")
    g.set_soft_delete_status(u, delete=False)
    rows, ts = g.hard_delete_entity(u)
    check(rows >= 1 and ts == 0, (rows, ts))
    check(not g.exists(u), "hard")
    equal(g.hard_delete_entity(u)[0], 0, "2nd hard delete")
    t, v = f"urn:li:tag:{unique('t')}", make_dataset("r")
    g.emit_mcp(proposal(t, m.TagPropertiesClass(name="t")))
    g.emit_mcp(proposal(v, m.GlobalTagsClass(tags=[m.TagAssociationClass(tag=t)])))
    eventually(lambda: equal(g.delete_references_to_urn(t, dry_run=True)[0], 1))
    _, rel = g.delete_references_to_urn(t)
    equal(rel[0]["entity"], v)
    eventually(lambda: equal(g.get_tags(v).tags, []))


@flow("sdk.get_urns_by_filter", "search")
def sdk_get_urns_by_filter():
    g = graph()
    pl = unique("pf").lower()
    a, b, c = (
        make_dataset("a", platform=pl),
        make_dataset("b", platform=pl, env="DEV"),
        make_dataset("c", platform=pl, description=f"zebra{RUN}fish"),
    )
    ks, kn = define("cls", cardinality="MULTIPLE"), define("num", "number")
    assign(a, {ks: ["gold", "blue"], kn: 10.0})
    assign(b, {ks: "silver", kn: 25.0})
    Q = lambda **k: sorted(g.get_urns_by_filter(platform=pl, **k))
    F = lambda p, cond, *v, neg=False: [
        {
            "field": f"structuredProperties.{property_id(p)}",
            "condition": cond,
            "values": list(v),
            **({"negated": True} if neg else {}),
        }
    ]
    eventually(lambda: equal(Q(), sorted([a, b, c])))
    equal(Q(entity_types=["dataset"]), sorted([a, b, c]))
    equal(Q(entity_types=["chart"]), [])
    equal(Q(env="DEV"), [b])
    equal(Q(batch_size=1), sorted([a, b, c]), "scroll with batch_size=1")
    eventually(lambda: equal(Q(extraFilters=F("cls", "EQUAL", "gold")), [a]))
    equal(Q(extraFilters=F("cls", "EQUAL", "gold", "silver")), sorted([a, b]))
    equal(Q(extraFilters=F("cls", "EQUAL", "nothing")), [])
    equal(Q(extraFilters=F("cls", "EQUAL", "blue") + F("num", "EQUAL", "10")), [a])
    equal(Q(extraFilters=F("cls", "EXISTS")), sorted([a, b]))
    equal(Q(extraFilters=F("cls", "EXISTS", neg=True)), [c])
    equal(Q(extraFilters=F("cls", "EQUAL", "gold", neg=True)), sorted([b, c]))
    equal(Q(extraFilters=F("num", "GREATER_THAN", "15")), [b])
    equal(Q(extraFilters=F("num", "LESS_THAN_OR_EQUAL_TO", "10")), [a])
    from datahub.ingestion.graph.filters import RemovedStatusFilter as S

    g.soft_delete_entity(a)
    eventually(lambda: equal(Q(), sorted([b, c])))
    equal(Q(status=S.ONLY_SOFT_DELETED), [a])
    equal(Q(status=S.ALL), sorted([a, b, c]))
    equal(Q(query=f"zebra{RUN}fish"), [c])
    equal(
        Q(
            extra_or_filters=[
                {"and": [{"field": "urn", "condition": "EQUAL", "values": [b]}]},
                {"and": [{"field": "urn", "condition": "EQUAL", "values": [c]}]},
            ]
        ),
        sorted([b, c]),
    )
    equal(Q(sort_by="urn"), sorted([b, c]))


@flow("sdk.get_results_by_filter_and_schema_scroll", "extra")
def sdk_get_results_by_filter_and_schema_scroll():
    g, m = graph(), models()
    pl = unique("pr").lower()
    u = make_dataset("a", platform=pl)
    g.emit_mcp(
        proposal(
            u,
            m.SchemaMetadataClass(
                schemaName="s",
                platform=f"urn:li:dataPlatform:{pl}",
                version=0,
                hash="",
                platformSchema=m.OtherSchemaClass(rawSchema=""),
                fields=[
                    m.SchemaFieldClass(
                        fieldPath="c",
                        type=m.SchemaFieldDataTypeClass(type=m.StringTypeClass()),
                        nativeDataType="varchar",
                    )
                ],
            ),
        )
    )
    eventually(
        lambda: equal(
            [
                r["entity"]["urn"]
                for r in g.get_results_by_filter(platform=pl, extra_source_fields=["name"])
            ],
            [u],
        )
    )
    eventually(
        lambda: equal(
            [
                s["fields"][0]["fieldPath"]
                for _, s in g._bulk_fetch_schema_info_by_filter(platform=pl)
            ],
            ["c"],
        )
    )


@flow("sdk.scroll_entities_v3", "search")
def sdk_scroll_entities_v3():
    g = graph()
    pl = unique("ps").lower()
    k = define("n")
    us = sorted(make_dataset(x, platform=pl) for x in "abc")
    [assign(u, {k: "v"}) for u in us]
    flt = [
        {
            "and": [
                {
                    "field": "platform.keyword",
                    "condition": "EQUAL",
                    "values": [f"urn:li:dataPlatform:{pl}"],
                }
            ]
        }
    ]
    eventually(
        lambda: equal(g.scroll_entities(entity_names=["dataset"], filter=flt).total_count, 3)
    )
    seen, sid = [], None
    while True:
        r = g.scroll_entities(
            entity_names=["dataset"],
            filter=flt,
            count=2,
            scroll_id=sid,
            aspects=["structuredProperties"],
            with_system_metadata=True,
        )
        seen += list(r.entities)
        check(all("structuredProperties" in e for e in r.entities.values()), r)
        sid = r.scroll_id
        if not sid or not r.entities:
            break
    equal(sorted(seen), us)
    equal(
        sorted(g.scroll_entities(entity_names=["dataset"], filter=flt).entities),
        us,
        "urn-only scroll",
    )


@flow("sdk.execute_graphql_errors")
def sdk_execute_graphql_errors():
    from datahub.configuration.common import GraphError

    try:
        graph().execute_graphql("query { nope }")
        raise Failure("no error")
    except GraphError as e:
        check("nope" in str(e), e)
    check(
        "total"
        in graph().execute_graphql(
            "query q($q: String!) { searchAcrossEntities(input: {query: $q, count: 1}) { total noSuchFieldAtAll } }",
            {"q": "*"},
            strip_unsupported_fields=True,
        )["searchAcrossEntities"],
        "projection via introspection",
    )


@flow("sdk.relationships", "search")
def sdk_relationships():
    g, m = graph(), models()
    a, b = make_dataset("up"), make_dataset("down")
    g.emit_mcp(
        proposal(
            b, m.UpstreamLineageClass(upstreams=[m.UpstreamClass(dataset=a, type="TRANSFORMED")])
        )
    )
    k = define("n")
    assign(b, {k: "x"})
    R = lambda u, t, d: [(r.urn, r.relationship_type) for r in g.get_related_entities(u, t, d)]
    D = g.RelationshipDirection
    eventually(lambda: equal(R(a, ["DownstreamOf"], D.INCOMING), [(b, "DownstreamOf")]))
    eventually(lambda: equal(R(b, ["DownstreamOf"], D.OUTGOING), [(a, "DownstreamOf")]))
    equal(R(a, ["OwnedBy"], D.INCOMING), [])


@flow("sdk.scroll_relationships_v3", "extra")
def sdk_scroll_relationships_v3():
    g, m = graph(), models()
    a, b = make_dataset("up"), make_dataset("down")
    g.emit_mcp(
        proposal(
            b, m.UpstreamLineageClass(upstreams=[m.UpstreamClass(dataset=a, type="TRANSFORMED")])
        )
    )
    eventually(
        lambda: equal(
            [
                (r.source_urn, r.destination_urn)
                for r in g.scroll_relationships(
                    relationship_types=["DownstreamOf"], source_urns=[b]
                ).relationships
            ],
            [(b, a)],
        )
    )


@flow("sdk.list_all_entity_urns_and_counts")
def sdk_list_all_entity_urns_and_counts():
    g = graph()
    make_dataset("d")
    r = g.list_all_entity_urns("dataset", 0, 10)
    check(isinstance(r, list) and r and all(x.startswith("urn:li:dataset:") for x in r), r)
    check(
        g.get_aspect_counts("datasetProperties", unique("d").join(["%", "%"])) == 1,
        "getCount with urnLike",
    )
    check(g.get_aspect_counts("datasetKey") >= 1, "getCount")


@flow("sdk.timeseries")
def sdk_timeseries():
    g, m = graph(), models()
    u = make_dataset("d")
    now = int(time.time() * 1000)
    for i, n in ((2, 5), (1, 7)):
        g.emit_mcp(
            proposal(u, m.DatasetProfileClass(timestampMillis=now - i * 86400000, rowCount=n))
        )
    g.emit_mcp(
        proposal(
            u,
            m.DatasetUsageStatisticsClass(
                timestampMillis=now - 1000,
                uniqueUserCount=3,
                eventGranularity=m.TimeWindowSizeClass(unit="DAY"),
            ),
        )
    )
    eventually(
        lambda: equal(
            g.get_latest_timeseries_value(u, m.DatasetProfileClass, {}).rowCount,
            7,
            "latest by timestamp",
        )
    )
    equal(
        len(g.get_timeseries_values(u, m.DatasetProfileClass, {"or": [{"and": []}]}, limit=10)), 2
    )
    eventually(
        lambda: equal(g.get_usage_aspects_from_urn(u, now - 86400000, now)[0].uniqueUserCount, 3)
    )
    equal(
        first_json(run_datahub("get", "--urn", u, "--aspect", "datasetProfile"))["datasetProfile"][
            "rowCount"
        ],
        7,
    )
    from datetime import datetime

    eventually(
        lambda: check(
            g.hard_delete_timeseries_aspect(u, "datasetProfile", None, datetime.now()) >= 0, ""
        )
    )
    eventually(
        lambda: check(
            g.get_latest_timeseries_value(u, m.DatasetProfileClass, {}) is None,
            "timeseries rows remain",
        )
    )


@flow("sdk.restli_search_and_tags", "search")
def sdk_restli_search_and_tags():
    g, m = graph(), models()
    n = unique("Dom")
    d = f"urn:li:domain:{unique('dom')}"
    g.emit_mcp(proposal(d, m.DomainPropertiesClass(name=n)))
    eventually(lambda: equal(g.get_domain_urn_by_name(n), d))
    check(g.get_domain_urn_by_name(n + "zz") is None, "unknown domain")
    r = g.get_search_results(entity="dataset", count=1)
    check("numEntities" in r["value"], r)
    t = g.create_tag(unique("gt"))
    equal(t, f"urn:li:tag:{unique('gt')}")
    u = make_dataset("d")
    g.emit_mcp(proposal(u, m.GlobalTagsClass(tags=[m.TagAssociationClass(tag=t)])))
    check(g.remove_tag(t, u) is True, "")
    equal(g.get_tags(u).tags, [])


@flow("sdk.entity_aspect_specs")
def sdk_entity_aspect_specs():
    s = graph().get_entity_aspect_specs()
    check(s is not None, "registry specifications endpoint")
    check(
        s.supports("dataset", "structuredProperties")
        and s.supports("structuredProperty", "propertyDefinition")
        and s.supports("dataset", "datasetKey"),
        "registry lacks aspects",
    )
