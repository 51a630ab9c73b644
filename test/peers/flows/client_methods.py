"""Further methods of the client's classes: versions, connections, usage, columns, names, and lineage of every kind."""

import time

from support import (
    SERVER,
    check,
    dataset_urn,
    equal,
    eventually,
    first_json,
    flow,
    graph,
    make_dataset,
    models,
    proposal,
    rejected,
    run_datahub,
    unique,
)


def schema(name, *columns):
    """A schema with these columns, all of type string."""
    m = models()
    text = m.SchemaFieldDataTypeClass(type=m.StringTypeClass())
    return m.SchemaMetadataClass(
        schemaName=name,
        platform="urn:li:dataPlatform:mysql",
        version=0,
        hash="",
        platformSchema=m.OtherSchemaClass(rawSchema=""),
        fields=[
            m.SchemaFieldClass(fieldPath=c, nativeDataType="text", type=text) for c in columns
        ],
    )


@flow("sdk.versions", "extra")
def sdk_versions():
    g, m = graph(), models()
    first, second = make_dataset("v1"), make_dataset("v2")
    versions = g.link_asset_to_version_set(first, None, "1.0", comment="the first")
    check(versions.startswith("urn:li:versionSet:"), versions)
    equal(g.link_asset_to_versioned_asset(second, first, "2.0"), versions, "set")
    equal(g.get_aspect(versions, m.VersionSetPropertiesClass).latest, second, "latest")
    equal(g.get_aspect(first, m.VersionPropertiesClass).isLatest, False, "first is latest")
    equal(g.unlink_latest_asset_from_version_set(versions), versions, "unlinked")
    equal(g.get_aspect(versions, m.VersionSetPropertiesClass).latest, first, "latest")
    equal(g.unlink_asset_from_version_set(first), versions, "unlinked")
    check(g.get_aspect(first, m.VersionPropertiesClass) is None, "still a version")


@flow("sdk.usage", "extra")
def sdk_usage():
    g, m = graph(), models()
    urn = make_dataset("used")
    day = int(time.time() // 86400 * 86400 * 1000)
    user = "urn:li:corpuser:ann"
    g.emit_usage(
        m.UsageAggregationClass(
            bucket=day,
            duration="DAY",
            resource=urn,
            metrics=m.UsageAggregationMetricsClass(
                uniqueUserCount=1,
                totalSqlQueries=3,
                users=[m.UserUsageCountsClass(count=3, user=user)],
                fields=[m.FieldUsageCountsClass(fieldName="id", count=2)],
            ),
        )
    )
    points = g.get_usage_aspects_from_urn(urn, day, day + 86_400_000)
    equal([p.totalSqlQueries for p in points], [3], "queries")
    asked = {"resource": urn, "duration": "DAY", "rangeFromEnd": "WEEK"}
    usage = g._post_generic(f"{SERVER}/usageStats?action=queryRange", asked)["value"]
    equal(usage["buckets"][0]["metrics"]["totalSqlQueries"], 3, "bucket")
    equal(usage["aggregations"]["users"], [{"user": user, "count": 3}], "users")
    table = g._post_generic(
        f"{SERVER}/analytics?action=getTimeseriesStats",
        {
            "entityName": "dataset",
            "aspectName": "datasetUsageStatistics",
            "metrics": [{"aggregationType": "SUM", "fieldPath": "totalSqlQueries"}],
            "filter": {"or": [{"and": [{"field": "urn", "condition": "EQUAL", "value": urn}]}]},
            "buckets": [{"type": "STRING_GROUPING_BUCKET", "key": "urn"}],
        },
    )["value"]["table"]
    equal(table["rows"], [[urn, "3"]], "rows")


@flow("sdk.aspects_by_name", "search")
def sdk_aspects_by_name():
    g, m = graph(), models()
    urn = make_dataset("named")
    domain, name = f"urn:li:domain:{unique('d')}", unique("Domain")
    g.emit_mcp(proposal(domain, m.DomainPropertiesClass(name=name)))
    product = f"urn:li:dataProduct:{unique('p')}"
    g.emit_mcp(proposal(product, m.DataProductPropertiesClass(name=unique("Product"))))
    container = f"urn:li:container:{unique('c')}"
    instance = m.ContainerPropertiesClass(name="c", customProperties={"instance": "PROD"})
    g.emit_mcps(
        [
            proposal(container, instance),
            proposal(container, m.SubTypesClass(typeNames=["Schema"])),
            proposal(urn, schema("t", "id")),
            proposal(urn, m.DomainsClass(domains=[domain])),
            proposal(urn, m.BrowsePathsClass(paths=["/prod/mysql/t"])),
            proposal(urn, m.ContainerClass(container=container)),
        ]
    )
    equal([f.fieldPath for f in g.get_schema_metadata(urn).fields], ["id"], "columns")
    equal(g.get_domain(urn).domains, [domain], "domain")
    equal(g.get_domain_properties(domain).name, name, "name of the domain")
    equal(g.get_browse_path(urn).paths, ["/prod/mysql/t"], "browse path")
    found = g.get_aspects_for_entity(urn, ["domains"], [m.DomainsClass])
    equal(found["domains"].domains, [domain], "aspects")
    equal(g.get_aspect_v2(urn, m.DomainsClass, "domains").domains, [domain], "older form")
    eventually(lambda: equal(g.get_domain_urn_by_name(name), domain, "domain by name"))
    eventually(
        lambda: equal(g.get_data_product_urn_by_name(unique("Product")), product, "product")
    )
    eventually(
        lambda: check(container in list(g.get_container_urns_by_filter(env="PROD")), "container")
    )
    from datahub.sdk import DataHubClient

    equal(str(DataHubClient(graph=g).resolve.domain(name=name)), domain, "resolved")


@flow("sdk.connections", "extra")
def sdk_connections():
    g = graph()
    urn, platform = f"urn:li:dataHubConnection:{unique('c')}", "urn:li:dataPlatform:mysql"
    check(g.get_connection_json(urn) is None, "a connection that is not there")
    g.set_connection_json(urn, platform_urn=platform, config={"user": "x"}, name="n")
    equal(g.get_connection_json(urn), {"user": "x"}, "connection")


@flow("sdk.lineage_of_every_kind", "search")
def sdk_lineage_of_every_kind():
    from datahub.sdk import DataHubClient

    g, m = graph(), models()
    client = DataHubClient(graph=g)
    a, b, c, d = (make_dataset(n) for n in "abcd")
    for urn in (a, b, c):
        g.emit_mcp(proposal(urn, schema("t", "id", "name")))
    client.lineage.add_dataset_copy_lineage(upstream=a, downstream=b, column_lineage="auto_strict")
    client.lineage.add_dataset_transform_lineage(
        upstream=b, downstream=c, column_lineage={"id": ["id", "name"]}
    )
    columns = g.get_aspect(c, m.UpstreamLineageClass).fineGrainedLineages
    equal(len(columns[0].upstreams), 2, "upstream columns")
    job = f"urn:li:dataJob:(urn:li:dataFlow:(airflow,{unique('f')},PROD),t)"
    g.emit_mcp(proposal(job, m.DataJobInfoClass(name="t", type="SQL")))
    client.lineage.add_datajob_lineage(datajob=job, upstreams=[c], downstreams=[d])

    def downstream():
        found = client.lineage.get_lineage(source_urn=a, direction="downstream", max_hops=5)
        equal({str(x.urn) for x in found}, {b, c, d, job}, "downstream")

    eventually(downstream)
    of_column = client.lineage.get_lineage(
        source_urn=a, source_column="id", direction="downstream", max_hops=3
    )
    equal({str(x.urn) for x in of_column}, {b, c}, "downstream of a column")
    links = g.scroll_lineage(urns=[b]).relationships
    equal({(x.upstream_urn, x.downstream_urn) for x in links}, {(a, b), (b, c)}, "links")
    path = first_json(run_datahub("lineage", "path", "--from", a, "--to", c, "--format", "json"))
    equal([(x["urn"], x["hops"]) for x in path["results"]], [(c, 2)], "path")


@flow("sdk.what_the_server_lacks", "extra")
def sdk_what_the_server_lacks():
    from datahub.configuration.common import GraphError

    g = graph()
    try:
        g.run_assertion("urn:li:assertion:x")
    except GraphError:
        pass
    else:
        check(False, "a check was run that nothing here can run")
    rejected(lambda: g._post_generic(f"{SERVER}/analytics?action=getTimeseriesStats", {}))
    equal(g.get_entities("dataset", [dataset_urn("never")]), {}, "what is not there")
