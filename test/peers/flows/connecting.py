"""Connecting: configuration, tokens, login."""

import os
import re
from pathlib import Path

from support import (
    SERVER,
    TOKEN,
    Skipped,
    check,
    dataset_urn,
    equal,
    flow,
    graph,
    run_datahub,
)


@flow("cli.version_include_server")
def cli_version_include_server():
    p = run_datahub("version", "--include-server")
    check("Server config: {" in p.out and "'noCode': 'true'" in p.out, p.all)


@flow("cli.check_server_config")
def cli_check_server_config():
    p = run_datahub("check", "server-config")
    check("noCode" in p.all, p.all)


@flow("cli.init_token_and_use")
def cli_init_token_and_use():
    run_datahub("init", "--host", SERVER, "--token", TOKEN or "dummy-token", "--force", no_url=True)
    cfg = Path.home() / ".datahubenv"
    check(cfg.exists() and SERVER.rstrip("/") in cfg.read_text(), "~/.datahubenv not written")
    equal(
        run_datahub("exists", "--urn", dataset_urn("nope"), no_url=True)
        .out.strip()
        .splitlines()[-1],
        "false",
        "exists via ~/.datahubenv",
    )


@flow("cli.init_username_password", "auth")
def cli_init_username_password():
    u, pw = os.environ["PEER_USERNAME"], os.environ["PEER_PASSWORD"]
    run_datahub("init", "--host", SERVER, "--username", u, "--password", pw, "--force", no_url=True)
    txt = (Path.home() / ".datahubenv").read_text()
    m = re.search(r"token: (\S+)", txt)
    check(m and m[1] not in ("null", "''"), "no token in ~/.datahubenv: " + txt)
    run_datahub("exists", "--urn", dataset_urn("nope"), no_url=True)


@flow("cli.init_wrong_password", "auth")
def cli_init_wrong_password():
    run_datahub(
        "init",
        "--host",
        SERVER,
        "--username",
        os.environ["PEER_USERNAME"],
        "--password",
        "wrong",
        "--force",
        no_url=True,
        expect="fail",
    )
    check(
        not (Path.home() / ".datahubenv").exists(), "config was written in spite of a failed login"
    )


@flow("cli.bad_token_401", "auth")
def cli_bad_token_401():
    p = run_datahub(
        "exists",
        "--urn",
        dataset_urn("nope"),
        env={"DATAHUB_GMS_TOKEN": "definitely.not.valid"},
        expect=None,
    )
    if p.rc == 0:
        raise Skipped("server accepts any token (auth off)")
    check("authentication error" in p.all or "401" in p.all, p.all[-500:])


@flow("sdk.bad_token_401", "auth")
def sdk_bad_token_401():
    from datahub.configuration.common import ConfigurationError

    try:
        graph(token="definitely.not.valid")
    except ConfigurationError as e:
        check("authentication error" in str(e), str(e))
        return
    raise Skipped("server accepts any token (auth off)")
