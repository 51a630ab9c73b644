"""Writing with the SDK, in both protocols."""

from support import (
    SERVER,
    TOKEN,
    assign,
    check,
    dataset_urn,
    define,
    equal,
    eventually,
    flow,
    graph,
    make_dataset,
    models,
    property_id,
    property_urn,
    proposal,
    rejected,
    unique,
    values,
)


@flow("sdk.test_connection_config")
def sdk_test_connection_config():
    g = graph()
    c = g.get_config()
    equal(c["noCode"], "true")
    check(
        g.server_config.parsed_version >= (1, 0, 1, 0),
        f"version {g.server_config.service_version} is too old: SDK falls back to rest.li, no tracing",
    )
    check(g._openapi_ingestion is True, "SDK client should pick OpenAPI with this /config")
    check(c["statefulIngestionCapable"] is True and c["patchCapable"] is True, c)
    check(
        g.server_config.commit_hash, "no versions.acryldata/datahub.commit (needed as a cache key)"
    )


def register(openapi):
    """Registers the flows of both write protocols."""
    protocol = "openapi" if openapi else "restli"

    @flow(f"sdk.emit_mcp_{protocol}", "core", 180)
    def emit_mcp():
        g, m = graph(openapi=openapi), models()
        u = dataset_urn("one")
        g.emit_mcp(
            proposal(
                u,
                m.DatasetPropertiesClass(
                    name='caf\u00e9 \u4e2d \U0001f600 "q" \\n', customProperties={"a": "b"}
                ),
            )
        )
        p = g.get_dataset_properties(u)
        equal((p.name, p.customProperties), ('caf\u00e9 \u4e2d \U0001f600 "q" \\n', {"a": "b"}))
        check(g.exists(u), "exists")
        g.emit(proposal(u, m.StatusClass(removed=False)))
        equal(g.get_aspect(u, m.StatusClass).removed, False)

    @flow(f"sdk.emit_mcps_batch_{protocol}", "core", 180)
    def emit_mcps_batch():
        g, m = graph(openapi=openapi), models()
        k = define("b", g=g)
        us = [dataset_urn(f"b{i}") for i in range(5)]
        tag = f"urn:li:tag:{unique('bt')}"
        mcps = [
            x
            for u in us
            for x in (
                proposal(u, m.DatasetPropertiesClass(name=u[-10:])),
                proposal(u, m.StatusClass(removed=False)),
                proposal(
                    u,
                    m.StructuredPropertiesClass(
                        properties=[
                            m.StructuredPropertyValueAssignmentClass(propertyUrn=k, values=["v"])
                        ]
                    ),
                ),
            )
        ] + [proposal(tag, m.TagPropertiesClass(name="t"))]
        g.emit_mcps(mcps)
        for u in us:
            equal(values(u, g), {k: ["v"]})
            check(g.get_dataset_properties(u), u)
        equal(g.get_aspect(tag, m.TagPropertiesClass).name, "t")

    @flow(f"sdk.emit_modes_and_tracing_{protocol}", "core", 180)
    def emit_modes_and_tracing():
        from datetime import timedelta

        from datahub.emitter.rest_emitter import EmitMode

        g, m = graph(openapi=openapi), models()
        for md in EmitMode:
            u = dataset_urn("m" + md.name)
            tr = g.emit_mcp(
                proposal(u, m.DatasetPropertiesClass(name=md.name)),
                emit_mode=md,
                wait_timeout=timedelta(seconds=40),
            )
            check(tr is not None, f"{md.name}: no traceparent response header -> no trace data")
            eventually(lambda: equal(g.get_dataset_properties(u).name, md.name))
            g.emit_mcps(
                [proposal(u, m.DatasetPropertiesClass(name=md.name + "2"))],
                emit_mode=md,
                wait_timeout=timedelta(seconds=40),
            )
            eventually(lambda: equal(g.get_dataset_properties(u).name, md.name + "2"))

    @flow(f"sdk.tracing_{protocol}", "core")
    def tracing():
        from datetime import timedelta

        from datahub.configuration.common import TraceValidationError
        from datahub.emitter.rest_emitter import EmitMode

        g, m = graph(openapi=openapi), models()
        u = dataset_urn("traced")
        trace = g.emit_mcp(proposal(u, m.DatasetPropertiesClass(name="a")))

        def both_are(state):
            status = g.get_trace_status(trace)[u]["datasetProperties"]
            equal([status[at]["writeStatus"] for at in ("primaryStorage", "searchStorage")], [state] * 2)

        both_are("ACTIVE_STATE")
        g.emit_mcp(proposal(u, m.DatasetPropertiesClass(name="b")))
        both_are("HISTORIC_STATE")
        if not openapi:
            return
        refused = proposal(u, m.DatasetPropertiesClass(name="c"))
        refused.headers = {"If-Version-Match": "-10000"}
        try:
            g.emit_mcp(refused, emit_mode=EmitMode.ASYNC_WAIT, wait_timeout=timedelta(seconds=40))
        except TraceValidationError as error:
            check("Expected version -10000, actual version 2" in str(error.args), error)
        else:
            check(False, "no TraceValidationError for a condition that does not hold")

    @flow(f"sdk.invalid_values_rejected_{protocol}", "core", 180)
    def invalid_values_rejected():
        g = graph(openapi=openapi)
        k1, k2, k3 = (
            define("s", allowed=["a", "b"], g=g),
            define("n", "number", g=g),
            define("dt", "date", g=g),
        )
        k5 = define(
            "u",
            "urn",
            g=g,
            typeQualifier={"allowedTypes": ["urn:li:entityType:datahub.corpuser"]},
        )
        u = make_dataset("d", g=g)
        for bad in (
            {k1: "zzz"},
            {k1: ["a", "b"]},
            {k2: "abc"},
            {k3: "March 22"},
            {property_urn("ghost"): "x"},
            {k5: "urn:li:tag:x"},
            {k5: "not-a-urn"},
            {k1: 5.0},
        ):
            rejected(lambda: assign(u, bad, g=g))
            equal(values(u, g), {}, f"stored after rejected {bad}")
        m = models()
        dup = [m.StructuredPropertyValueAssignmentClass(propertyUrn=k1, values=[v]) for v in "ab"]
        rejected(lambda: g.emit_mcp(proposal(u, m.StructuredPropertiesClass(properties=dup))))
        equal(values(u, g), {}, "stored after a duplicate assignment")
        assign(u, {k1: "a", k2: 3.5, k3: "2024-02-29", k5: "urn:li:corpuser:x"}, g=g)
        equal(values(u, g), {k1: ["a"], k2: [3.5], k3: ["2024-02-29"], k5: ["urn:li:corpuser:x"]})

    @flow(f"sdk.immutable_property_{protocol}", "core", 180)
    def immutable_property():
        from datahub.specific.dataset import DatasetPatchBuilder as B

        g = graph(openapi=openapi)
        k, k2 = define("imm", cardinality="MULTIPLE", immutable=True, g=g), define("mut", g=g)
        u = make_dataset("d", g=g)
        assign(u, {k: "a"}, g=g)
        assign(u, {k: "a", k2: "x"}, g=g)
        rejected(lambda: assign(u, {k: "b", k2: "x"}, g=g))
        rejected(lambda: assign(u, {k2: "x"}, g=g))
        rejected(lambda: [g.emit_mcp(x) for x in B(u).set_structured_property(k, "c").build()])
        equal(values(u, g), {k: ["a"], k2: ["x"]})

    @flow(f"sdk.patch_builders_{protocol}", "core", 180)
    def patch_builders():
        from datahub.specific.dataset import DatasetPatchBuilder as B

        g, m = graph(openapi=openapi), models()
        k1, k2 = define("p1", cardinality="MULTIPLE", g=g), define("p2", "number", g=g)
        u = make_dataset("d", g=g, customProperties={"keep": "1"})
        send = lambda b: [g.emit_mcp(x) for x in b.build()]
        send(B(u).add_structured_property(k1, ["x", "y"]))
        equal(values(u, g), {k1: ["x", "y"]})
        send(B(u).set_structured_property(k2, 7.0))
        equal(values(u, g), {k1: ["x", "y"], k2: [7.0]})
        send(B(u).add_structured_property(k1, "z"))
        equal(values(u, g)[k1], ["z"], "patch add replaces the values of that property")
        send(B(u).remove_structured_property(k1))
        equal(values(u, g), {k2: [7.0]})
        send(B(u).remove_structured_property(k1))
        send(
            B(u).set_structured_property_manual(
                m.StructuredPropertyValueAssignmentClass(propertyUrn=k1, values=["m"])
            )
        )
        equal(values(u, g), {k2: [7.0], k1: ["m"]})
        rejected(lambda: send(B(u).set_structured_property(k2, "NaN?")))
        send(
            B(u)
            .add_tag(m.TagAssociationClass(tag="urn:li:tag:a/b~c"))
            .add_tag(m.TagAssociationClass(tag="urn:li:tag:z"))
        )
        equal(sorted(t.tag for t in g.get_tags(u).tags), ["urn:li:tag:a/b~c", "urn:li:tag:z"])
        send(B(u).remove_tag("urn:li:tag:a/b~c"))
        equal([t.tag for t in g.get_tags(u).tags], ["urn:li:tag:z"])
        send(
            B(u)
            .add_owner(m.OwnerClass(owner="urn:li:corpuser:o", type="DATAOWNER"))
            .add_term(m.GlossaryTermAssociationClass(urn="urn:li:glossaryTerm:t"))
        )
        equal(g.get_ownership(u).owners[0].owner, "urn:li:corpuser:o")
        equal(g.get_glossary_terms(u).terms[0].urn, "urn:li:glossaryTerm:t")
        send(B(u).remove_owner("urn:li:corpuser:o"))
        equal(g.get_ownership(u).owners, [])
        send(
            B(u)
            .add_custom_property("n/w", "2")
            .remove_custom_property("none")
            .set_description("desc")
        )
        p = g.get_dataset_properties(u)
        equal((p.customProperties, p.description), ({"keep": "1", "n/w": "2"}, "desc"))
        send(B(u).set_custom_properties({"only": "x"}))
        equal(g.get_dataset_properties(u).customProperties, {"only": "x"})
        send(
            B(u).add_upstream_lineage(
                m.UpstreamClass(dataset=dataset_urn("up"), type="TRANSFORMED")
            )
        )
        equal(
            [x.dataset for x in g.get_aspect(u, m.UpstreamLineageClass).upstreams],
            [dataset_urn("up")],
        )
        send(B(u).for_field("f.1").add_tag(m.TagAssociationClass(tag="urn:li:tag:ft")).parent())
        equal(
            g.get_aspect(u, m.EditableSchemaMetadataClass)
            .editableSchemaFieldInfo[0]
            .globalTags.tags[0]
            .tag,
            "urn:li:tag:ft",
        )
        g.emit_mcps(
            B(u)
            .add_structured_property(k1, "batch")
            .add_tag(m.TagAssociationClass(tag="urn:li:tag:batch"))
            .build()
        )
        equal(values(u, g)[k1], ["batch"])
        check("urn:li:tag:batch" in [t.tag for t in g.get_tags(u).tags], "batched patch")

    @flow(f"sdk.patch_definition_{protocol}", "core", 180)
    def patch_definition():
        from datahub.specific.structured_property import (
            StructuredPropertyPatchBuilder as B,
        )

        g, m = graph(openapi=openapi), models()
        u = property_urn("pd")
        b = (
            B(u)
            .set_qualified_name(property_id("pd"))
            .set_value_type("urn:li:dataType:datahub.string")
            .set_cardinality("SINGLE")
            .add_entity_type("urn:li:entityType:datahub.dataset")
            .set_display_name("PD")
            .add_allowed_value(m.PropertyValueClass(value="one"))
        )
        for x in b.build():
            g.emit_mcp(x)
        for x in (
            B(u)
            .add_allowed_value(m.PropertyValueClass(value="two/three", description="d"))
            .add_entity_type("urn:li:entityType:datahub.chart")
            .set_description("desc")
            .set_cardinality("MULTIPLE")
            .build()
        ):
            g.emit_mcp(x)
        d = g.get_aspect(u, m.StructuredPropertyDefinitionClass)
        equal(
            (d.qualifiedName, d.displayName, d.description, d.cardinality),
            (property_id("pd"), "PD", "desc", "MULTIPLE"),
        )
        equal([v.value for v in d.allowedValues], ["one", "two/three"])
        equal(
            sorted(d.entityTypes),
            ["urn:li:entityType:datahub.chart", "urn:li:entityType:datahub.dataset"],
        )

    @flow(f"sdk.mcp_delete_{protocol}", "core", 180)
    def mcp_delete():
        g, m = graph(openapi=openapi), models()
        u = dataset_urn("ct")
        g.emit_mcp(proposal(u, m.StatusClass(removed=False)))
        g.emit_mcp(
            proposal(
                u,
                m.DatasetKeyClass(
                    platform="urn:li:dataPlatform:mysql", name=unique("ct"), origin="PROD"
                ),
                changeType="DELETE",
            )
        )
        eventually(lambda: check(not g.exists(u), "MCP DELETE of the key aspect"))


register(openapi=False)
register(openapi=True)


@flow("sdk.emit_mce")
def sdk_emit_mce():
    m, g = models(), graph()
    u = dataset_urn("mce")
    g.emit_mce(
        m.MetadataChangeEventClass(
            proposedSnapshot=m.DatasetSnapshotClass(
                urn=u,
                aspects=[
                    m.DatasetPropertiesClass(description="d", customProperties={"a": "b"}),
                    m.OwnershipClass(
                        owners=[m.OwnerClass(owner="urn:li:corpuser:x", type="DATAOWNER")]
                    ),
                ],
            )
        )
    )
    equal(g.get_dataset_properties(u).description, "d")
    equal(g.get_ownership(u).owners[0].owner, "urn:li:corpuser:x")


@flow("sdk.server_rejects_unknown_entity_or_aspect")
def sdk_server_rejects_unknown_entity_or_aspect():
    import requests

    h = {
        "Content-Type": "application/json",
        "X-RestLi-Protocol-Version": "2.0.0",
        **({"Authorization": "Bearer " + TOKEN} if TOKEN else {}),
    }
    for et, urn, asp in (
        ("dataset", dataset_urn("q"), "bogusAspect"),
        ("bogus", "urn:li:bogus:x", "status"),
    ):
        r = requests.post(
            SERVER + "/aspects?action=ingestProposal",
            headers=h,
            json={
                "proposal": {
                    "entityType": et,
                    "entityUrn": urn,
                    "changeType": "UPSERT",
                    "aspectName": asp,
                    "aspect": {"contentType": "application/json", "value": "{}"},
                },
                "async": "false",
            },
        )
        check(400 <= r.status_code < 500, f"{asp}: {r.status_code}")
        check(r.json().get("message"), f"no message in {r.text[:200]}")
