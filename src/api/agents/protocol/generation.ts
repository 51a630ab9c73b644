import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type JsonObject } from '../../../util/json.ts';
import { shorten, printable } from '../../../util/printable.ts';
import { RPC_CODES, RpcError, type RpcMessage } from './json-rpc.ts';

/** The revision without sessions and without `initialize`. */
export const MODERN = '2026-07-28';
/** Earlier revisions, newest first. */
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

const META = 'io.modelcontextprotocol/';

/** Methods whose name is repeated in the header `Mcp-Name`, and the parameter with it. */
const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'resources/read': 'uri' };

/** What a request says about its client. */
export interface ClientFacts {
  readonly isModern: boolean;
  /** As the client calls itself; undefined: it does not say. */
  readonly client: string | undefined;
  /** The client's trace context, `traceparent` and `tracestate`; unchecked. */
  readonly trace: Readonly<Record<string, unknown>>;
}

/** Maximum characters of a client's name in records. */
const LONGEST_CLIENT = 120;

/**
 * Reads the generation of a request by its `_meta`. Throws RpcError for a modern request whose headers differ from its body,
 * of another version, or without capabilities; and for a legacy header with an unknown version.
 */
export function readGeneration({ method, params }: RpcMessage, headers: IncomingHttpHeaders): ClientFacts {
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const { traceparent, tracestate } = meta;
  const trace = { traceparent, tracestate };
  const version = meta[`${META}protocolVersion`];
  const sent = headers['mcp-protocol-version'];
  if (version === undefined) {
    if (sent === MODERN) throw lacking('protocolVersion, the same text as in the header');
    if (sent !== undefined && !isLegacy(sent)) throw unsupported(textOf(sent));
    return { isModern: false, client: clientOf(params['clientInfo']), trace };
  }
  requireEqual('MCP-Protocol-Version', sent, version);
  requireEqual('Mcp-Method', headers['mcp-method'], method);
  const named = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  if (named !== undefined && params[named] !== undefined) {
    requireEqual('Mcp-Name', decoded(headers['mcp-name']), params[named]);
  }
  if (version !== MODERN) throw unsupported(textOf(version));
  if (!isJsonObject(meta[`${META}clientCapabilities`])) {
    throw lacking('clientCapabilities, a JSON object');
  }
  return { isModern: true, client: clientOf(meta[`${META}clientInfo`]), trace };
}

function isLegacy(version: unknown): boolean {
  return LEGACY.some((known) => known === version);
}

/** The version that an `initialize` is answered with: the one asked for, or the newest that has `initialize`. */
export function negotiated(asked: unknown): string {
  return LEGACY.find((known) => known === asked) ?? LEGACY[0];
}

/** Members of every modern result. `ttlMs`: how long a list may be kept. */
export function modernResult(result: JsonObject, server: JsonObject, ttlMs?: number): JsonObject {
  return {
    resultType: 'complete',
    ...result,
    ...(ttlMs !== undefined && { ttlMs, cacheScope: 'private' }),
    _meta: { [`${META}serverInfo`]: server },
  };
}

function lacking(what: string): RpcError {
  return new RpcError(RPC_CODES.INVALID_PARAMS, `_meta lacks ${META}${what}.`);
}

function unsupported(requested: string): RpcError {
  return new RpcError(RPC_CODES.UNSUPPORTED_VERSION, 'Unsupported protocol version', {
    data: { supported: [MODERN], requested: quoted(requested) },
  });
}

function requireEqual(header: string, sent: unknown, body: unknown): void {
  if (sent === body) return;
  const what =
    sent === undefined
      ? `The header ${header} is missing`
      : `The header ${header} is '${quoted(textOf(sent))}'`;
  throw new RpcError(
    RPC_CODES.HEADER_MISMATCH,
    `${what}, but the body says '${quoted(textOf(body))}'. Send the same value in both.`,
  );
}

/** The text of a header that may be encoded, `=?base64?...?=`. */
function decoded(header: string | string[] | undefined): string | undefined {
  const text = header?.toString();
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(text ?? '') ?? [];
  return base64 === undefined ? text : Buffer.from(base64, 'base64').toString();
}

function clientOf(info: unknown): string | undefined {
  if (!isJsonObject(info)) return undefined;
  const words = [info['name'], info['version']].filter((word) => typeof word === 'string');
  return words.length === 0 ? undefined : printable(shorten(words.join(' '), LONGEST_CLIENT));
}

/** A value in a message. */
function textOf(value: unknown): string {
  if (value === undefined) return 'missing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(text: string): string {
  return printable(shorten(text, 80));
}
