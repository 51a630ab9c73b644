import { expect } from 'vitest';
import type { Answer, TestServer } from '../../support/start-server.ts';

/** Members of `_meta` of a modern request. */
export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The result of a tool. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // The tests assert the shape of an answer.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly structuredContent?: any;
}

/** The error in the result of a tool. */
export interface ToolFailure {
  readonly code: string;
  readonly argument?: string;
  readonly message: string;
  readonly nearest?: readonly string[];
  readonly retry_after?: number;
}

/** The server whose tools are at this path. */
export function at(path: string, of: TestServer): TestServer {
  return {
    ...of,
    request: (method, to, body, headers) => of.request(method, to === '/mcp' ? path : to, body, headers),
  };
}

/** Sends one message, with the headers of its generation. */
export function send(
  server: TestServer,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { name } = params;
  return server.request(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: MODERN_META } },
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
  );
}

/** Calls a tool; resolves with its result, whether it succeeded or not. */
export async function call(
  server: TestServer,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolResult> {
  const { json, status, text } = await send(server, 'tools/call', { name, arguments: args });
  expect(status, text).toBe(200);
  expect(json.error, text).toBeUndefined();
  return json.result as ToolResult;
}

/** The content of a successful call. */
export async function ask(
  server: TestServer,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests assert its shape
): Promise<any> {
  const { content, isError, structuredContent } = await call(server, name, args);
  expect(isError, content[0]?.text).toBeUndefined();
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  return structuredContent;
}

/** The error of a call. */
export async function refused(
  server: TestServer,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolFailure> {
  const { content, isError, structuredContent } = await call(server, name, args);
  expect(isError, content[0]?.text).toBe(true);
  expect(structuredContent).toBeUndefined();
  const text = content[0]?.text ?? '';
  expect(text.length).toBeLessThanOrEqual(2_000);
  return (JSON.parse(text) as { readonly error: ToolFailure }).error;
}

/** The answer without members of these names, by default what is marked as written by others. */
export function trusted(value: unknown, without: readonly string[] = ['untrusted']): unknown {
  if (Array.isArray(value)) return value.map((item) => trusted(item, without));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      without.includes(name) ? [] : [[name, trusted(inner, without)]],
    ),
  );
}
