"""Forms, users, groups, data products, containers, lineage and maintenance with the command line."""

import json
from pathlib import Path

from support import (
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
    write,
)


@flow("cli.forms_upsert_get")
def cli_forms_upsert_get():
    k, u = define("f"), make_dataset("d")
    f = f"urn:li:form:{unique('form')}"
    y = f"""
- id: {unique('form')}
  type: VERIFICATION
  name: Drive form
  description: d
  prompts:
    - {{id: p1, title: T1, type: STRUCTURED_PROPERTY, structured_property_id: {property_id('f')}, required: true}}
    - {{id: p2, title: T2, type: FIELDS_STRUCTURED_PROPERTY, structured_property_id: {property_id('f')}}}
  entities:
    urns: ["{u}"]
    filters: {{types: [dataset], platforms: [hive]}}
  owners: [jdoe]
  actors: {{owners: true, users: [jdoe], groups: [grp]}}
"""
    p = run_datahub("forms", "upsert", "-f", write("f.yaml", y))
    check(f"Created form {f}" in p.all and "ERROR" not in p.all, p.all[-600:])
    g = first_json(run_datahub("forms", "get", "--urn", f))
    equal(
        (
            g["name"],
            g["type"],
            [x["id"] for x in g["prompts"]],
            g["prompts"][0]["structured_property_urn"],
        ),
        ("Drive form", "VERIFICATION", ["p1", "p2"], k),
    )
    eventually(
        lambda: check(
            f in json.dumps(first_json(run_datahub("get", "--urn", u, "--aspect", "forms"))),
            "form not assigned to the dataset",
        )
    )
    equal(
        first_json(run_datahub("get", "--urn", f, "--aspect", "ownership"))["ownership"]["owners"][
            0
        ]["owner"],
        "urn:li:corpuser:jdoe",
    )
    p = run_datahub(
        "forms",
        "upsert",
        "-f",
        write(
            "g.yaml",
            y.replace(property_id("f"), property_id("nonexistent")).replace(
                unique("form"), unique("form2")
            ),
        ),
    )
    check("does not exist. Unable to create form" in p.all, p.all[-300:])
    equal(
        run_datahub("exists", "--urn", f"urn:li:form:{unique('form2')}")
        .out.strip()
        .splitlines()[-1],
        "false",
    )


@flow("cli.group_and_user_upsert")
def cli_group_and_user_upsert():
    us, gr = unique("u"), unique("g")
    p = run_datahub(
        "user",
        "upsert",
        "-f",
        write(
            "u.yaml",
            f"- id: {us}\n  display_name: Bar U\n  email: b@x.org\n  title: Eng\n  slack: '#x'\n  groups: [{gr}]\n",
        ),
    )
    check("Update succeeded" in p.all, p.all[-300:])
    eventually(
        lambda: equal(
            first_json(
                run_datahub(
                    "get",
                    "--urn",
                    f"urn:li:corpuser:{us}",
                    "--aspect",
                    "corpUserEditableInfo",
                    "--aspect",
                    "groupMembership",
                )
            )["groupMembership"]["groups"],
            [f"urn:li:corpGroup:{gr}"],
        )
    )  # `user upsert` writes with async=true
    p = run_datahub(
        "group",
        "upsert",
        "-f",
        write(
            "g.yaml",
            f"id: {gr}\ndisplay_name: Grp\nemail: g@x.org\nmembers: [{us}]\nowners: [{us}]\n",
        ),
    )
    check("Update succeeded" in p.all, p.all[-300:])
    equal(
        first_json(
            run_datahub("get", "--urn", f"urn:li:corpGroup:{gr}", "--aspect", "corpGroupInfo")
        )["corpGroupInfo"]["displayName"],
        "Grp",
    )


@flow("cli.dataproduct")
def cli_dataproduct():
    m, g = models(), graph()
    dom = f"urn:li:domain:{unique('dom')}"
    g.emit_mcp(proposal(dom, m.DomainPropertiesClass(name=unique("Dom"))))
    a, b2 = make_dataset("a"), make_dataset("b")
    f = write(
        "dp.yaml",
        f"id: {unique('dp')}\ndomain: {dom}\ndisplay_name: DP\ndescription: d\nassets: [\"{a}\"]\nproperties: {{x: y}}\nowners: [{{id: urn:li:corpuser:jdoe, type: BUSINESS_OWNER}}]\n",
    )
    u = f"urn:li:dataProduct:{unique('dp')}"
    check("Update succeeded" in run_datahub("dataproduct", "upsert", "-f", f).all, "upsert")
    x = first_json(run_datahub("dataproduct", "get", "--urn", u))
    equal((x["display_name"], x["assets"], x["domain"]), ("DP", [a], dom))
    run_datahub("dataproduct", "add_asset", "--urn", u, "--asset", b2)
    equal(
        sorted(first_json(run_datahub("dataproduct", "get", "--urn", u))["assets"]), sorted([a, b2])
    )
    run_datahub("dataproduct", "remove_asset", "--urn", u, "--asset", a)
    equal(first_json(run_datahub("dataproduct", "get", "--urn", u))["assets"], [b2])
    run_datahub("dataproduct", "set_description", "--urn", u, "--description", "new")
    equal(first_json(run_datahub("dataproduct", "get", "--urn", u))["description"], "new")
    run_datahub("dataproduct", "add_owner", "--urn", u, "--owner", "urn:li:corpuser:zoe")
    equal(len(first_json(run_datahub("dataproduct", "get", "--urn", u))["owners"]), 2)
    run_datahub("dataproduct", "diff", "-f", f)
    check(
        "doesn't exist"
        in run_datahub(
            "dataproduct",
            "upsert",
            "-f",
            write("dp2.yaml", Path(f).read_text().replace(a, dataset_urn("ghost"))),
            expect="fail",
        ).all,
        "missing asset",
    )
    run_datahub("dataproduct", "delete", "--urn", u, "--hard")
    equal(run_datahub("exists", "--urn", u).out.strip().splitlines()[-1], "false")


@flow("cli.container_tag", "search")
def cli_container_tag():
    m, g = models(), graph()
    c = f"urn:li:container:{unique('c')}"
    g.emit_mcp(proposal(c, m.ContainerPropertiesClass(name="c")))
    u = make_dataset("d")
    g.emit_mcp(proposal(u, m.ContainerClass(container=c)))
    g.emit_mcp(proposal(u, m.BrowsePathsV2Class(path=[m.BrowsePathEntryClass(id=c, urn=c)])))
    eventually(
        lambda: equal(list(g.get_urns_by_filter(container=c, entity_types=["dataset"])), [u])
    )
    t = f"urn:li:tag:{unique('t')}"
    run_datahub("container", "tag", "--container-urn", c, "--tag-urn", t)
    equal([x.tag for x in g.get_tags(u).tags], [t])


@flow("cli.timeline", "extra")
def cli_timeline():
    k, u, g, m = define("n"), make_dataset("d"), graph(), models()
    g.emit_mcp(proposal(u, m.GlobalTagsClass(tags=[m.TagAssociationClass(tag="urn:li:tag:a")])))
    assign(u, {k: "1"})
    assign(u, {k: "2"})
    for c in ("tag", "structured_property", "technical_schema", "documentation", "ownership"):
        p = run_datahub("timeline", "--urn", u, "--category", c, "--start", "1daysago")
        check('"status": 4' not in p.out and '"status": 5' not in p.out, p.out[-300:])


@flow("cli.check_restore_indices", "extra")
def cli_check_restore_indices():
    u = make_dataset("d")
    run_datahub("check", "restore-indices", "--urn", u)


@flow("cli.lineage", "extra")
def cli_lineage():
    m, g = models(), graph()
    a, b = make_dataset("up"), make_dataset("down")
    g.emit_mcp(
        proposal(
            b, m.UpstreamLineageClass(upstreams=[m.UpstreamClass(dataset=a, type="TRANSFORMED")])
        )
    )
    eventually(
        lambda: check(
            a
            in run_datahub(
                "lineage", "--urn", b, "--direction", "upstream", "--format", "json"
            ).out,
            "upstream not found",
        )
    )
