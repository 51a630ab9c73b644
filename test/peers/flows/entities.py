"""Reading, writing and deleting entities with the command line."""

import json
import re

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
    rejected,
    run_datahub,
    unique,
    values,
    write,
)


@flow("cli.put_get_exists")
def cli_put_get_exists():
    u = dataset_urn("pg")
    equal(run_datahub("exists", "--urn", u).out.strip().splitlines()[-1], "false")
    check(
        "not found" in run_datahub("get", "--urn", u, expect="fail").all, "get of a missing entity"
    )
    p = run_datahub(
        "put",
        "--urn",
        u,
        "--aspect",
        "ownership",
        "-d",
        write(
            "o.json",
            {
                "owners": [{"owner": "urn:li:corpuser:jdoe", "type": "DEVELOPER"}],
                "lastModified": {"time": 0, "actor": "urn:li:corpuser:a"},
            },
        ),
        "--run-id",
        "putrun" + RUN,
    )
    check("Update succeeded with status 200" in p.all, p.all)
    equal(run_datahub("exists", "--urn", u).out.strip().splitlines()[-1], "true")
    g = first_json(run_datahub("get", "--urn", u))
    equal(g["ownership"]["owners"][0]["owner"], "urn:li:corpuser:jdoe")
    equal(
        g["datasetKey"],
        {"platform": "urn:li:dataPlatform:mysql", "name": unique("pg"), "origin": "PROD"},
    )
    equal(list(first_json(run_datahub("get", "--urn", u, "--aspect", "ownership"))), ["ownership"])
    d = first_json(run_datahub("get", "--urn", u, "--aspect", "ownership", "--details"))[
        "ownership"
    ]
    equal(d["systemMetadata"]["runId"], "putrun" + RUN)
    check("value" in d, d)


@flow("cli.put_rejects_bad_aspect")
def cli_put_rejects_bad_aspect():
    u = dataset_urn("bad")
    f = write("x.json", {"x": 1})
    p = run_datahub("put", "--urn", u, "--aspect", "noSuchAspect", "-d", f, expect="fail")
    check(re.search(r"\b4\d\d\b", p.all), f"want a 4xx, got {p.all[-300:]}")
    equal(run_datahub("exists", "--urn", u).out.strip().splitlines()[-1], "false")
    check(
        re.search(
            r"\b4\d\d\b",
            run_datahub(
                "put",
                "--urn",
                u,
                "--aspect",
                "ownership",
                "-d",
                write("y.json", {"owners": "not-a-list"}),
                expect="fail",
            ).all,
        ),
        "malformed aspect must be 4xx",
    )


@flow("cli.put_structured_properties_json")
def cli_put_structured_properties_json():
    k = define("n", "number")
    u = make_dataset("d")
    run_datahub(
        "put",
        "--urn",
        u,
        "--aspect",
        "structuredProperties",
        "-d",
        write("s.json", {"properties": [{"propertyUrn": k, "values": [{"double": 5}]}]}),
    )
    equal(values(u), {k: [5.0]})


@flow("cli.put_platform")
def cli_put_platform():
    n = unique("plat")
    run_datahub(
        "put",
        "platform",
        "--name",
        n,
        "--display_name",
        "My Plat",
        "--logo",
        "http://x/l.png",
        "--run-id",
        "r1",
    )
    equal(
        first_json(
            run_datahub("get", "--urn", f"urn:li:dataPlatform:{n}", "--aspect", "dataPlatformInfo")
        )["dataPlatformInfo"]["displayName"],
        "My Plat",
    )


@flow("cli.delete_soft_and_restore", "search")
def cli_delete_soft_and_restore():
    pl = unique("plat").lower()
    u = make_dataset("d", platform=pl)
    urns = lambda: list(graph().get_urns_by_filter(platform=pl))
    eventually(lambda: equal(urns(), [u], "before"))
    check("Soft deleted 1 entities" in run_datahub("delete", "--urn", u).all, "summary line")
    equal(
        first_json(run_datahub("get", "--urn", u, "--aspect", "status"))["status"],
        {"removed": True},
    )
    eventually(lambda: equal(urns(), [], "after soft delete"))
    check(
        "0 results" in run_datahub("search", "*", "--filter", f"platform={pl}", "--table").out
        or "No results" in run_datahub("search", "*", "--filter", f"platform={pl}", "--table").out,
        "search CLI still finds it",
    )
    run_datahub("delete", "undo-by-filter", "--urn", u)
    equal(
        first_json(run_datahub("get", "--urn", u, "--aspect", "status"))["status"],
        {"removed": False},
    )
    eventually(lambda: equal(urns(), [u], "after restore"))


@flow("cli.delete_by_filter_dry_run_then_real", "search")
def cli_delete_by_filter_dry_run_then_real():
    pl = unique("plat").lower()
    us = [make_dataset(n, platform=pl) for n in "ab"]
    eventually(lambda: equal(len(list(graph().get_urns_by_filter(platform=pl))), 2))
    p = run_datahub("delete", "--platform", pl, "--entity-type", "dataset", "--dry-run")
    check(
        "Found 2 dataset urn(s)" in p.all and "[Dry-run] Would delete 2 entities" in p.all,
        p.all[-600:],
    )
    check(
        graph().get_aspect(us[0], models().StatusClass) is None
        or not graph().get_aspect(us[0], models().StatusClass).removed,
        "dry run deleted",
    )
    run_datahub("delete", "--platform", pl, "--env", "PROD", "--force")
    eventually(
        lambda: check(
            "Found no urns" in run_datahub("delete", "--platform", pl, "--dry-run").all,
            "still found",
        )
    )
    check(
        "Found 2 dataset"
        in run_datahub(
            "delete", "--platform", pl, "--hard", "--only-soft-deleted", "--dry-run"
        ).all,
        "--only-soft-deleted",
    )
    run_datahub("delete", "undo-by-filter", "--platform", pl, "--force")
    eventually(lambda: equal(len(list(graph().get_urns_by_filter(platform=pl))), 2, "restored"))


@flow("cli.delete_hard")
def cli_delete_hard():
    k = define("n")
    u = make_dataset("d")
    assign(u, {k: "x"})
    p = run_datahub("delete", "--urn", u, "--hard", "--force")
    m = re.search(r"Hard deleted 1 entities \(impacts (\d+) versioned rows", p.all)
    check(m and int(m[1]) >= 1, p.all[-300:])
    equal(run_datahub("exists", "--urn", u).out.strip().splitlines()[-1], "false")
    check("not found" in run_datahub("get", "--urn", u, expect="fail").all, "still readable")
    equal(values(u), {})


@flow("cli.delete_property_soft_hides_values")
def cli_delete_property_soft_hides_values():
    k, k2, u = define("n"), define("m"), make_dataset("d")
    assign(u, {k: "x", k2: "y"})
    run_datahub("delete", "--urn", k)
    eventually(
        lambda: equal(values(u), {k2: ["y"]}, "values after the property is soft-deleted"), 10
    )
    raw = first_json(run_datahub("get", "--urn", u, "--aspect", "structuredProperties"))
    check(k not in json.dumps(raw), "entitiesV2 still returns the value")
    run_datahub("delete", "undo-by-filter", "--urn", k)
    eventually(lambda: equal(values(u), {k: ["x"], k2: ["y"]}, "values after restore"), 10)


@flow("cli.delete_property_soft_rejects_new_values")
def cli_delete_property_soft_rejects_new_values():
    k, u = define("n"), make_dataset("d")
    run_datahub("delete", "--urn", k)
    rejected(lambda: assign(u, {k: "x"}))


@flow("cli.delete_property_hard_removes_values")
def cli_delete_property_hard_removes_values():
    k, k2, u = define("n"), define("m"), make_dataset("d")
    assign(u, {k: "x", k2: "y"})
    run_datahub("delete", "--urn", k)
    p = run_datahub("delete", "--urn", k, "--hard", "--force")
    check(
        "Hard deleted 1 entities" in p.all and "Error processing" not in p.all, p.all[-300:]
    )  # soft delete first: newer servers require it
    equal(run_datahub("exists", "--urn", k).out.strip().splitlines()[-1], "false")
    eventually(
        lambda: equal(values(u), {k2: ["y"]}, "values after the property is hard-deleted"), 20
    )
    from datahub.configuration.common import OperationalError

    try:
        define("n")
    except OperationalError:
        return  # server 1.7.0 refuses a name whose index field still exists
    eventually(
        lambda: equal(
            values(u), {k2: ["y"]}, "old values must not come back when the name is defined again"
        ),
        5,
    )


@flow("sdk.filter_on_soft_deleted_property", "search")
def sdk_filter_on_soft_deleted_property():
    from datahub.configuration.common import GraphError

    g = graph()
    k, u = define("n"), make_dataset("d")
    assign(u, {k: "x"})
    q = lambda: list(
        g.get_urns_by_filter(
            extraFilters=[
                {
                    "field": f"structuredProperties.{property_id('n')}",
                    "condition": "EXISTS",
                    "values": [],
                }
            ]
        )
    )
    eventually(lambda: equal(q(), [u]))
    g.soft_delete_entity(k)

    def refused():
        try:
            r = q()
        except GraphError as e:
            check("Cannot filter on deleted Structured Property" in str(e), e)
            return
        raise Failure(f"filter on a soft-deleted property answered {r}")

    eventually(refused, 10)


@flow("cli.delete_references_and_hard_tag", "search")
def cli_delete_references_and_hard_tag():
    m = models()
    t = f"urn:li:tag:{unique('t')}"
    u = make_dataset("d")
    g = graph()
    g.emit_mcp(proposal(t, m.TagPropertiesClass(name="t")))
    g.emit_mcp(
        proposal(
            u,
            m.GlobalTagsClass(
                tags=[m.TagAssociationClass(tag=t), m.TagAssociationClass(tag="urn:li:tag:other")]
            ),
        )
    )
    eventually(
        lambda: check(
            "Found 1 references"
            in run_datahub("delete", "references", "--urn", t, "--dry-run").all,
            "dry run",
        )
    )
    equal(len(g.get_tags(u).tags), 2)
    run_datahub("delete", "references", "--urn", t, "--force")
    eventually(lambda: equal([x.tag for x in g.get_tags(u).tags], ["urn:li:tag:other"]))
    g.emit_mcp(proposal(u, m.GlobalTagsClass(tags=[m.TagAssociationClass(tag=t)])))
    eventually(lambda: check(g.delete_references_to_urn(t, dry_run=True)[0] == 1, "index"))
    p = run_datahub("delete", "--urn", t, "--hard", "--force")
    check("cleaned up 1 referenced" in p.all, p.all[-300:])
    eventually(lambda: equal(list(g.get_tags(u).tags), []))
