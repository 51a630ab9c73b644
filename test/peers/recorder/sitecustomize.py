"""Records what the client does. Python loads this module automatically in every process of a flow.

Each line of the file `PEER_TRAFFIC` is a pair: `request` and the shape of an HTTP request that succeeded, `field` and
a root field of a GraphQL document, `command` and its words, or `call` and a method of the SDK that a flow has called.
"""

import importlib.abc
import importlib.util
import json
import os
import re
import sys
from urllib.parse import parse_qs, unquote, urlsplit

FLOWS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def note(kind, what):
    with open(os.environ["PEER_TRAFFIC"], "a") as file:
        file.write(json.dumps([kind, what]) + "\n")


def shape(method, url):
    """The request without parts that are specific to an entity."""
    parts = urlsplit(url)
    path = "/".join(
        "{urn}" if unquote(part).startswith("urn:li:") else part for part in parts.path.split("/")
    )
    path = re.sub(r"[0-9a-f]{32}$", "{id}", path.rstrip("/"))
    path = re.sub(r"(/entity/(?:batch/)?)(?!scroll|batch|spec)[A-Za-z]+", r"\1{type}", path)
    path = re.sub(r"({type}/{urn}/)[A-Za-z]+", r"\1{aspect}", path)
    action = parse_qs(parts.query).get("action")
    return f"{method} {path}" + (f"?action={action[0]}" if action else "")


def root_fields(body):
    try:
        from graphql import parse
    except ImportError:  # an older client has no parser; its fields are known from the newest one
        return
    document = parse(json.loads(body)["query"])
    for definition in document.definitions:
        if definition.kind == "operation_definition":
            for field in definition.selection_set.selections:
                yield f"{definition.operation.value} {field.name.value}"


def note_requests(module):
    send = module.Session.send

    def noting(self, request, **settings):
        response = send(self, request, **settings)
        if not response.ok:
            return response
        note("request", shape(request.method, request.url))
        if request.url.endswith("/graphql") and "errors" not in response.json():
            for field in root_fields(request.body):
                note("field", field)
        return response

    module.Session.send = noting


def note_commands(module):
    invoke = module.Command.invoke

    def noting(self, context):
        is_group = hasattr(self, "list_commands")
        if not is_group:
            note("command", " ".join(["datahub", *context.command_path.split()[1:]]))
        return invoke(self, context)

    module.Command.invoke = noting


def note_calls(*class_names):
    def patch(module):
        for kind in (getattr(module, name, None) for name in class_names):
            for name, function in list(vars(kind).items()) if kind else ():
                if (
                    callable(function)
                    and not name.startswith("_")
                    and not isinstance(function, type)
                ):
                    setattr(kind, name, noting_call(name, function))

    return patch


def noting_call(name, function):
    def noting(self, *args, **settings):
        caller = sys._getframe(1).f_code.co_filename
        if caller.startswith(FLOWS) and caller != __file__:
            note("call", f"{type(self).__name__}.{name}")
        return function(self, *args, **settings)

    return noting


PATCHES = {
    "requests.sessions": note_requests,
    "click.core": note_commands,
    "datahub.emitter.rest_emitter": note_calls("DataHubRestEmitter"),
    "datahub.ingestion.graph.client": note_calls("DataHubGraph"),
    "datahub.sdk.entity_client": note_calls("EntityClient"),
    "datahub.sdk.lineage_client": note_calls("LineageClient"),
    "datahub.sdk.main_client": note_calls("DataHubClient"),
    "datahub.sdk.resolver_client": note_calls("ResolverClient"),
    "datahub.sdk.search_client": note_calls("SearchClient"),
}


class PatchingFinder(importlib.abc.MetaPathFinder):
    """Patches a module right after it has been loaded."""

    def find_spec(self, name, path, target=None):
        if name not in PATCHES:
            return None
        patch = PATCHES.pop(name)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def execute_and_patch(module):
            execute(module)
            patch(module)

        spec.loader.exec_module = execute_and_patch
        return spec


sys.meta_path.insert(0, PatchingFinder())
