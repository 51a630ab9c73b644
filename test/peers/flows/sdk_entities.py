"""The entity classes of the SDK."""

import time

from flows.definitions import PROPS, upsert_props
from support import (
    SERVER,
    Failure,
    assign,
    check,
    define,
    equal,
    eventually,
    flow,
    graph,
    make_dataset,
    models,
    property_id,
    proposal,
    unique,
    values,
    write,
)


@flow("sdk.client_entities")
def sdk_client_entities():
    from datahub.configuration.common import OperationalError
    from datahub.errors import ItemNotFoundError, SdkUsageError
    from datahub.metadata.urns import DatasetUrn
    from datahub.sdk import DataHubClient, Dataset

    c = DataHubClient(graph=graph())
    k = define("n", "number")
    mk = lambda n="nd", **kw: Dataset(
        platform="snowflake",
        name=unique(n),
        description="d1",
        subtype="Table",
        schema=[("id", "int"), ("v", "varchar", "val")],
        owners=["urn:li:corpuser:o"],
        tags=["urn:li:tag:a"],
        custom_properties={"x": "1"},
        **kw,
    )
    e = mk(structured_properties={k: [12.0]})
    c.entities.upsert(e)
    g = c.entities.get(e.urn)
    equal(
        (g.description, g.subtype, [f.field_path for f in g.schema]), ("d1", "Table", ["id", "v"])
    )
    equal(g.structured_properties[0].values, [12.0])
    g.set_description("d2")
    g.set_structured_property(k, [13.0])
    c.entities.update(g)
    g2 = c.entities.get(e.urn)
    equal(g2.structured_properties[0].values, [13.0])
    check(g2.description == "d2", g2.description)
    n = mk("created")
    c.entities.create(n)
    check(graph().exists(str(n.urn)), "create")
    try:
        c.entities.create(mk("created"))
        raise Failure("create of an existing entity was accepted")
    except (SdkUsageError, OperationalError):
        pass
    try:
        c.entities.get(DatasetUrn("snowflake", unique("ghost"), "PROD"))
        raise Failure("get of a missing entity")
    except ItemNotFoundError:
        pass
    c.entities.delete(n.urn)
    check(graph().get_aspect(str(n.urn), models().StatusClass).removed, "soft delete")
    c.entities.delete(n.urn, hard=True)
    check(not graph().exists(str(n.urn)), "hard delete")


@flow("sdk.create_entity_guard_is_server_side")
def sdk_create_entity_guard_is_server_side():
    m = models()
    g = graph()
    u = make_dataset("d")
    key = m.DatasetKeyClass(platform="urn:li:dataPlatform:mysql", name=unique("d"), origin="PROD")
    try:
        graph(openapi=False).emit_mcp(proposal(u, key, changeType="CREATE_ENTITY"))
    except Exception:
        return
    check(
        g.get_dataset_properties(u) is not None, "CREATE_ENTITY on an existing entity lost data"
    )  # the real server may no-op or reject: it must never overwrite


@flow("sdk.client_search_filters", "search")
def sdk_client_search_filters():
    from datahub.sdk import DataHubClient
    from datahub.sdk import FilterDsl as F

    c = DataHubClient(graph=graph())
    m = models()
    pl = unique("pc").lower()
    a, b = make_dataset("a", platform=pl, customProperties={"k": "v"}), make_dataset(
        "b", platform=pl, env="DEV"
    )
    t, o = f"urn:li:tag:{unique('t')}", f"urn:li:corpuser:{unique('o')}"
    g = graph()
    g.emit_mcp(proposal(a, m.GlobalTagsClass(tags=[m.TagAssociationClass(tag=t)])))
    g.emit_mcp(proposal(a, m.OwnershipClass(owners=[m.OwnerClass(owner=o, type="DATAOWNER")])))
    g.emit_mcp(proposal(b, m.SubTypesClass(typeNames=["View"])))
    k = define("s")
    assign(b, {k: "hot"})
    Q = lambda f: sorted(map(str, c.search.get_urns(filter=F.and_(F.platform(pl), f))))
    P = lambda f, w: eventually(lambda: equal(Q(f), sorted(w), str(f)))
    P(F.entity_type("dataset"), [a, b])
    P(F.env("DEV"), [b])
    P(F.tag(t), [a])
    P(F.owner(o), [a])
    P(F.entity_subtype("View"), [b])
    P(F.not_(F.tag(t)), [b])
    P(F.or_(F.tag(t), F.entity_subtype("View")), [a, b])
    P(F.has_custom_property("k", "v"), [a])
    P(F.custom_filter(f"structuredProperties.{property_id('s')}", "EQUAL", ["hot"]), [b])
    P(F.custom_filter(f"structuredProperties.{property_id('s')}", "EXISTS", []), [b])
    P(F.custom_filter("urn", "EQUAL", [a]), [a])
    equal(sorted(map(str, c.search.get_urns(unique("a"), filter=F.platform(pl)))), [a])
    g.soft_delete_entity(a)
    P(F.entity_type("dataset"), [b])


@flow("sdk.client_resolve", "search")
def sdk_client_resolve():
    from datahub.sdk import DataHubClient

    c, g, m = DataHubClient(graph=graph()), graph(), models()
    em = unique("e") + "@x.org"
    u = f"urn:li:corpuser:{unique('u')}"
    g.emit_mcp(proposal(u, m.CorpUserInfoClass(active=True, email=em, displayName=unique("Disp"))))
    t = f"urn:li:glossaryTerm:{unique('t')}"
    g.emit_mcp(
        proposal(
            t, m.GlossaryTermInfoClass(name=unique("Term"), definition="d", termSource="INTERNAL")
        )
    )
    eventually(lambda: equal(str(c.resolve.user(email=em)), u))
    eventually(lambda: equal(str(c.resolve.term(name=unique("Term"))), t))


@flow("sdk.structuredproperties_entity_api", "search")
def sdk_structuredproperties_entity_api():
    from datahub.api.entities.structuredproperties.structuredproperties import (
        StructuredProperties as P,
    )

    g = graph()
    b = property_id("p")
    P.create(write("p.yaml", PROPS.format(b=b)), g)
    r = P.from_datahub(g, f"urn:li:structuredProperty:{b}.steward")
    equal(
        r.type_qualifier.allowed_types,
        ["urn:li:entityType:datahub.corpuser", "urn:li:entityType:datahub.corpGroup"],
    )
    eventually(
        lambda: check(f"urn:li:structuredProperty:{b}.notes" in set(P.list_urns(g)), "list_urns")
    )
    check(any(x.urn.endswith(".notes") for x in P.list(g)), "list")


@flow("sdk.dataset_entity_api")
def sdk_dataset_entity_api():
    from datahub.api.entities.dataset.dataset import Dataset

    g = graph()
    b = property_id("p")
    upsert_props(b)
    d = Dataset(
        id=unique("d"),
        platform="hive",
        env="PROD",
        description="x",
        structured_properties={f"{b}.retention": 90, f"{b}.classification": ["Confidential"]},
    )
    for x in d.generate_mcp():
        g.emit(x)
    r = Dataset.from_datahub(g, d.urn)
    equal(r.description, "x")
    equal(
        values(d.urn),
        {
            f"urn:li:structuredProperty:{b}.retention": [90.0],
            f"urn:li:structuredProperty:{b}.classification": ["Confidential"],
        },
    )


@flow("sdk.client_lineage_and_assertions", "extra")
def sdk_client_lineage_and_assertions():
    from datahub.sdk import DataHubClient

    c = DataHubClient(graph=graph())
    a, b = make_dataset("u"), make_dataset("d")
    c.lineage.add_lineage(upstream=a, downstream=b)
    eventually(
        lambda: equal(
            [x.urn for x in c.lineage.get_lineage(source_urn=b, direction="upstream")], [a]
        )
    )
    r = graph().upsert_custom_assertion(None, a, "T", "desc", platform_name="mysql")
    check(r["urn"].startswith("urn:li:assertion:"), r)
    check(
        graph().report_assertion_result(r["urn"], int(time.time() * 1000), "SUCCESS") is True,
        "report",
    )


@flow("sdk.retry_and_error_body", "extra")
def sdk_retry_and_error_body():
    from datahub.configuration.common import OperationalError

    try:
        graph()._post_generic(SERVER + "/entities?action=noSuchAction", {})
        raise Failure("unknown rest.li action accepted")
    except OperationalError as e:
        check(isinstance(e.info, dict) and e.info.get("status", 400) < 500, e.info)
