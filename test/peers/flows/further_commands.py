"""Rarely used commands: whole containers, agents, contracts, checks, migrations, packs, maintenance."""

from support import (
    check,
    equal,
    eventually,
    first_json,
    flow,
    graph,
    make_dataset,
    models,
    proposal,
    run_datahub,
    unique,
    write,
)


@flow("cli.container_domain_owner_term", "search")
def cli_container_domain_owner_term():
    g, m = graph(), models()
    container, child = f"urn:li:container:{unique('c')}", make_dataset("in")
    domain, term = f"urn:li:domain:{unique('d')}", f"urn:li:glossaryTerm:{unique('t')}"
    owner = f"urn:li:corpuser:{unique('u')}"
    g.emit_mcp(proposal(container, m.ContainerPropertiesClass(name="c")))
    g.emit_mcp(proposal(domain, m.DomainPropertiesClass(name=unique("d"))))
    g.emit_mcp(proposal(child, m.ContainerClass(container=container)))
    path = [m.BrowsePathEntryClass(id=container, urn=container)]
    g.emit_mcp(proposal(child, m.BrowsePathsV2Class(path=path)))
    of = ("--container-urn", container)
    eventually(lambda: check(child in list(g.get_urns_by_filter(container=container)), "child"))
    run_datahub("container", "domain", *of, "--domain-urn", domain)
    run_datahub("container", "owner", *of, "--owner-urn", owner)
    run_datahub("container", "term", *of, "--term-urn", term)
    for urn in (container, child):
        equal(g.get_aspect(urn, m.DomainsClass).domains, [domain], f"domain of {urn}")
        equal([o.owner for o in g.get_aspect(urn, m.OwnershipClass).owners], [owner], urn)
        equal([t.urn for t in g.get_aspect(urn, m.GlossaryTermsClass).terms], [term], urn)


@flow("cli.agents", "extra")
def cli_agents():
    g, m, u = graph(), models(), make_dataset("read")
    name = unique("a")
    run_datahub("api", "register", "--id", name, "--name", "Get", "--input-dataset", u)
    skill = ("--id", name, "--name", "S", "--requires-tool", f"urn:li:api:{name}")
    run_datahub("agent-skill", "register", *skill)
    run_datahub(
        *("agent", "register", "--id", name, "--name", "A", "--owner", "ann"),
        *("--skill", f"urn:li:agentSkill:{name}", "--consumes-dataset", u),
    )
    check(g.exists(f"urn:li:aiAgent:{name}"), "no agent")
    owners = g.get_aspect(f"urn:li:aiAgent:{name}", m.OwnershipClass).owners
    equal([o.owner for o in owners], ["urn:li:corpuser:ann"], "owners")


@flow("cli.contract_and_checks", "extra")
def cli_contract_and_checks():
    u = make_dataset("d")
    write(
        "contract.yaml",
        f"version: 1\nentity: {u}\nfreshness:\n  type: cron\n  cron: '4 8 * * 1-5'\n",
    )
    made = run_datahub("datacontract", "upsert", "-f", "contract.yaml").out
    contract = next(word for word in made.split() if word.startswith("urn:li:dataContract:"))
    check(graph().exists(contract.rstrip(".")), made)
    write(
        "checks.yaml",
        f"version: 1\nassertions:\n  - entity: {u}\n    type: volume\n    metric: row_count\n"
        "    condition: {type: greater_than_or_equal_to, value: 1}\n"
        "    schedule: {type: interval, interval: '6 hours'}\n",
    )
    check("succeeded" in run_datahub("assertions", "upsert", "-f", "checks.yaml").out, "no check")


@flow("cli.migrate", "search", 200)
def cli_migrate():
    g, m = graph(), models()
    platform = unique("p")
    source, reader = make_dataset("t", platform=platform), make_dataset("reader")
    g.emit_mcp(proposal(source, m.GlobalTagsClass(tags=[m.TagAssociationClass("urn:li:tag:a")])))
    upstream = m.UpstreamClass(dataset=source, type="TRANSFORMED")
    g.emit_mcp(proposal(reader, m.UpstreamLineageClass(upstreams=[upstream])))
    eventually(lambda: check(source in list(g.get_urns_by_filter(platform=platform)), "source"))
    of = ("--platform", platform, "--instance", "i1")
    dry = run_datahub("migrate", "dataplatform2instance", *of, "--dry-run").out
    check("Found 1 dataset" in dry, dry[-400:])
    run_datahub("migrate", "dataplatform2instance", *of, "--force")
    target = f"urn:li:dataset:(urn:li:dataPlatform:{platform},i1.{unique('t')},PROD)"
    equal([t.tag for t in g.get_aspect(target, m.GlobalTagsClass).tags], ["urn:li:tag:a"], "tags")
    check(g.get_aspect(source, m.StatusClass).removed, "the source is still there")
    upstreams = g.get_aspect(reader, m.UpstreamLineageClass).upstreams
    equal([x.dataset for x in upstreams], [target], "upstream of the reader")


@flow("cli.datapack_publish", "extra")
def cli_datapack_publish():
    platform = unique("p")
    make_dataset("t", platform=platform)
    command = ("datapack", "publish", "pack", "--platform", platform, "--output-dir", "pack")
    eventually(lambda: check("Found 1 entities" in run_datahub(*command).out, "not found"))


@flow("cli.dataproduct_update_and_owner", "search")
def cli_dataproduct_update_and_owner():
    g, m, name, u = graph(), models(), unique("p"), make_dataset("d")
    owner = "urn:li:corpuser:ann"
    write(
        "product.yaml",
        f"id: {name}\ndomain: urn:li:domain:{name}\ndisplay_name: P\nassets: ['{u}']\n"
        f"owners: [{{id: {owner}, type: BUSINESS_OWNER}}]\n",
    )
    run_datahub("dataproduct", "update", "-f", "product.yaml")
    urn = f"urn:li:dataProduct:{name}"
    equal([o.owner for o in g.get_aspect(urn, m.OwnershipClass).owners], [owner], "owners")
    run_datahub("dataproduct", "remove_owner", "--urn", urn, owner)
    equal(g.get_aspect(urn, m.OwnershipClass).owners, [], "owners")


@flow("cli.upkeep", "extra")
def cli_upkeep():
    lag = first_json(run_datahub("check", "get-kafka-consumer-offsets", "--output", "json"))
    equal(lag, [], "nothing is queued")
    registry = ("--registry-id", f"{unique('r')}:0.0.1")
    refused = run_datahub("delete", "by-registry", *registry, "--hard")
    check("Roll back runs" in refused.out, refused.all[-300:])
