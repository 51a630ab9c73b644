import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';

/** Error codes of JSON-RPC and of MCP. */
export const RPC_CODES = {
  PARSE: -32_700,
  INVALID_REQUEST: -32_600,
  METHOD_NOT_FOUND: -32_601,
  INVALID_PARAMS: -32_602,
  INTERNAL: -32_603,
  HEADER_MISMATCH: -32_020,
  UNSUPPORTED_VERSION: -32_022,
} as const;

/** Id of a request. */
export type RpcId = string | number;

/** A request or, without an id, a notification. */
export interface RpcMessage {
  readonly id: RpcId | undefined;
  readonly method: string;
  readonly params: JsonObject;
}

/** An error that the whole request is answered with. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: JsonObject | undefined;

  /** `status`: of HTTP, in the modern generation. */
  constructor(
    code: number,
    message: string,
    { data, status = 400 }: { readonly data?: JsonObject; readonly status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** Reads one message. Throws RpcError for anything else, such as a batch. */
export function readMessage(body: JsonValue | undefined): RpcMessage {
  if (Array.isArray(body)) throw malformed('Batches are not supported. Send one message per request.');
  if (!isJsonObject(body) || body['jsonrpc'] !== '2.0') {
    throw malformed('The body is not a JSON-RPC message: it needs "jsonrpc": "2.0".');
  }
  const { id, method, params } = body;
  if (typeof method !== 'string') {
    throw malformed('The message has no method. Send a request or a notification, not a response.');
  }
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') {
    throw malformed('The id of a request must be a string or a number.');
  }
  if (params !== undefined && !isJsonObject(params)) {
    throw new RpcError(RPC_CODES.INVALID_PARAMS, 'params must be a JSON object.');
  }
  return { id, method, params: params ?? {} };
}

function malformed(message: string): RpcError {
  return new RpcError(RPC_CODES.INVALID_REQUEST, message);
}

/** The id of a malformed message, if it has one. */
export function idOf(body: unknown): RpcId | null {
  const id = isJsonObject(body) ? body['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

export function rpcResult(id: RpcId, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result };
}

export function rpcFailure(
  id: RpcId | null,
  {
    code,
    data,
    message,
  }: { readonly code: number; readonly message: string; readonly data?: JsonObject | undefined },
): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } };
}
