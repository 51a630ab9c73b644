"""Helpers of the flows: running the command line, a connected SDK client, and assertions."""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

SERVER = os.environ.get("PEER_SERVER", "")
TOKEN = os.environ.get("PEER_TOKEN") or None
# Part of every urn that a flow creates, so that flows do not interfere.
RUN = os.environ.get("PEER_RUN", uuid.uuid4().hex[:8])
COMMANDS = Path(sys.executable).parent

FLOWS = []


def flow(name, group="core", timeout=None):
    """Registers a function as a flow; `timeout` in seconds replaces the default."""

    def register(function):
        FLOWS.append((name, group, timeout, function))
        return function

    return register


class Failure(AssertionError):
    """The server or the client did not behave as expected."""


class Skipped(Exception):
    """The flow does not apply to this server."""


def check(condition, message):
    if not condition:
        raise Failure(message)


def equal(got, wanted, what="value"):
    if got != wanted:
        raise Failure(f"{what}: got {got!r}, want {wanted!r}")


def unique(name="x"):
    return f"t{RUN}_{name}"


def dataset_urn(name, platform="mysql", env="PROD"):
    return f"urn:li:dataset:(urn:li:dataPlatform:{platform},{unique(name)},{env})"


def property_id(name):
    return f"peer.{unique(name)}"


def property_urn(name):
    return f"urn:li:structuredProperty:{property_id(name)}"


class Finished:
    """A command that has ended."""

    def __init__(self, rc, out, err):
        self.rc, self.out, self.err = rc, out, err

    @property
    def all(self):
        return self.out + "\n" + self.err


def run_datahub(*args, expect=0, env=None, stdin=None, no_url=False, timeout=120):
    """Runs the `datahub` command line; `expect` is its exit code, `fail` for any but 0, or None for any."""
    environment = dict(os.environ, DATAHUB_GMS_URL=SERVER)
    if TOKEN:
        environment["DATAHUB_GMS_TOKEN"] = TOKEN
    if no_url:
        environment.pop("DATAHUB_GMS_URL", None)
        environment.pop("DATAHUB_GMS_TOKEN", None)
    environment.update(env or {})
    # The client may read further variables when it is loaded.
    is_forked = commands is not None and not env and not no_url
    run = run_forked if is_forked else run_alone
    finished = run(args, environment, stdin or "", timeout)
    command = f"`datahub {' '.join(args)}`"
    if os.environ.get("PEER_VERBOSE"):
        print(f"  $ {command} -> {finished.rc}\n{finished.all[-1500:]}", file=sys.stderr)
    if expect == "fail":
        check(finished.rc != 0, f"{command} should fail but exit 0; output: {finished.all[-400:]}")
    elif expect is not None:
        check(
            finished.rc == expect,
            f"{command} exit {finished.rc}, want {expect}; output: {finished.all[-700:]}",
        )
    return finished


def run_alone(args, environment, stdin, timeout):
    process = subprocess.run(
        [str(COMMANDS / "datahub"), *args],
        capture_output=True,
        text=True,
        env=environment,
        input=stdin,
        timeout=timeout,
    )
    return Finished(process.returncode, process.stdout, process.stderr)


# Runs commands where the flow was forked by loaded_client.py.
commands = None
_one_command = threading.Lock()


def run_forked(args, environment, stdin, timeout):
    with _one_command, tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / name for name in ("input", "output", "errors")}
        for file in files.values():
            file.write_text(stdin if file.name == "input" else "")
        code = commands.run(
            {
                "args": args,
                "environment": environment,
                "folder": os.getcwd(),
                "timeout": timeout,
                **{name: str(files[name]) for name in files},
            }
        )
        return Finished(code, files["output"].read_text(), files["errors"].read_text())


def all_json(text):
    """Every JSON object and list that starts a line."""
    found, at, decoder = [], 0, json.JSONDecoder()
    while at < len(text):
        if text[at] in "{[" and (at == 0 or text[at - 1] == "\n"):
            try:
                value, at = decoder.raw_decode(text, at)
                found.append(value)
                continue
            except ValueError:
                pass
        at += 1
    return found


def first_json(finished):
    found = all_json(finished.out)
    check(found, f"no JSON in output: {finished.all[-400:]}")
    return found[0]


def write(name, content):
    Path(name).write_text(content if isinstance(content, str) else json.dumps(content))
    return name


def eventually(function, secs=20, every=0.5):
    """Retries the function until it raises no error, for clients that write without waiting."""
    end = time.time() + secs
    while True:
        try:
            return function()
        except Exception:
            if time.time() > end:
                raise
            time.sleep(every)


_graphs = {}


def graph(openapi=None, mode="SDK", **settings):
    """A connected client; `openapi` chooses the protocol of writes, None leaves it to the client."""
    key = (openapi, mode, json.dumps(settings, default=str))
    if key not in _graphs:
        from datahub.ingestion.graph.client import DatahubClientConfig, DataHubGraph
        from datahub.ingestion.graph.config import ClientMode

        client = DataHubGraph(
            DatahubClientConfig(
                server=SERVER,
                token=settings.pop("token", TOKEN),
                openapi_ingestion=openapi,
                client_mode=ClientMode[mode],
                retry_max_times=1,
                **settings,
            )
        )
        client.test_connection()
        _graphs[key] = client
    return _graphs[key]


def headers():
    """Headers of requests that the client does not send itself."""
    return {"Authorization": f"Bearer {TOKEN}"} if TOKEN else {}


def models():
    import datahub.metadata.schema_classes as classes

    return classes


def proposal(urn, aspect, **settings):
    from datahub.emitter.mcp import MetadataChangeProposalWrapper

    return MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect, **settings)


def define(
    name,
    type="string",
    cardinality="SINGLE",
    allowed=None,
    entities=("dataset", "schemaField"),
    g=None,
    **settings,
):
    """Defines a structured property and returns its urn."""
    m = models()
    definition = m.StructuredPropertyDefinitionClass(
        qualifiedName=property_id(name),
        valueType=f"urn:li:dataType:datahub.{type}",
        cardinality=cardinality,
        displayName=name,
        entityTypes=[f"urn:li:entityType:datahub.{entity}" for entity in entities],
        allowedValues=[m.PropertyValueClass(value=value) for value in allowed] if allowed else None,
        **settings,
    )
    (g or graph()).emit_mcp(proposal(property_urn(name), definition))
    return property_urn(name)


def assign(urn, values, g=None, **settings):
    """Sets the structured properties of an entity, by property urn."""
    m = models()
    assignments = [
        m.StructuredPropertyValueAssignmentClass(
            propertyUrn=key, values=value if isinstance(value, list) else [value]
        )
        for key, value in values.items()
    ]
    aspect = m.StructuredPropertiesClass(properties=assignments)
    (g or graph()).emit_mcp(proposal(urn, aspect, **settings))


def values(urn, g=None):
    """The structured properties of an entity, by property urn."""
    aspect = (g or graph()).get_aspect(urn, models().StructuredPropertiesClass)
    return {p.propertyUrn: list(p.values) for p in aspect.properties} if aspect else {}


def make_dataset(name, g=None, platform="mysql", env="PROD", **properties):
    urn = dataset_urn(name, platform, env)
    aspect = models().DatasetPropertiesClass(name=unique(name), **properties)
    (g or graph()).emit_mcp(proposal(urn, aspect))
    return urn


def rejected(function, words=()):
    """Checks that the server refuses the write of the function with a readable message."""
    from datahub.configuration.common import OperationalError

    try:
        function()
    except OperationalError as error:
        message = f"{error.message} {error.info}"
        check(
            all(re.search(word, message, re.I) for word in words),
            f"rejection lacks {words}: {message}",
        )
        check(
            (error.info or {}).get("message") not in (None, "None", ""),
            f"error body has no usable 'message': {error.info}",
        )
        return message
    raise Failure("write was accepted, but it should have been rejected")
