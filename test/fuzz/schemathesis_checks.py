"""Checks for Schemathesis beyond server errors, and a urn format with urns of the catalog."""

import os

import schemathesis
from hypothesis import strategies

NEEDLE = os.environ["COLOPHON_FUZZ_NEEDLE"]
FUZZER = os.environ["COLOPHON_FUZZ_WHO"]
URNS = os.environ["COLOPHON_FUZZ_URNS"].split("\n")

schemathesis.openapi.format("urn", strategies.sampled_from(URNS) | strategies.text())


# Parameters that delay the response (long polling), with their defaults in seconds.
HELD = {"pollTimeoutSeconds": 10, "wait": 0}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Disables long polling, to spend the time on other requests."""
    named = {parameter.name for parameter in case.operation.query}
    for name in named & HELD.keys():
        seconds = (case.query or {}).get(name, HELD[name])
        if str(seconds).isdigit() and int(seconds) > 0:
            case.query = {**(case.query or {}), name: 0}


@schemathesis.check
def nothing_hidden(ctx, response, case):
    if FUZZER in ("stranger", "nobody") and NEEDLE in response.text:
        raise AssertionError("The answer shows what the caller may not read")


@schemathesis.check
def strangers_are_refused(ctx, response, case):
    if FUZZER == "nobody" and response.status_code not in (400, 401, 405, 408, 414, 431):
        raise AssertionError(f"An unknown caller was answered {response.status_code}")


@schemathesis.check
def errors_have_their_form(ctx, response, case):
    if response.status_code < 400 or response.request.method == "HEAD" or not response.content:
        return
    body = response.json()
    if not (isinstance(body, dict) and isinstance(body.get("message"), str) and body.get("error")):
        raise AssertionError("An error must be an object with `error` and `message`")
