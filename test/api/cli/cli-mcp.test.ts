import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestHeaders } from '../../../src/cli/agents/request-headers.ts';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { Computer, type CommandResult } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken } from '../../support/test-actors.ts';
import { MODERN_META } from '../agents/agent-client.ts';

const ORDERS = datasetUrn('shop.orders');

let server: TestServer;
let computer: Computer;

beforeAll(async () => {
  server = await startServer();
  await clientOf(server).dataset('shop.orders', { name: 'orders' });
});
afterAll(() => server.stop());
beforeEach(() => {
  computer = new Computer(server);
  return () => computer[Symbol.dispose]();
});

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly uri?: string };
  readonly error?: { readonly code: number; readonly message: string };
  // The tests assert the shape of a result.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly result?: any;
}

const request = (id: unknown, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const getMe = (id: unknown): object => request(id, 'tools/call', { name: 'get_me', arguments: {} });

async function run(
  messages: readonly (object | string)[],
  args: readonly string[] = [],
  on = computer,
): Promise<CommandResult & { readonly answers: ReadonlyMap<unknown, Message> }> {
  const input = messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  const result = await on.run(['mcp', ...args], { input });
  const lines = result.stdout.split('\n').filter((line) => line !== '');
  const answers = lines.map((line) => JSON.parse(line) as Message);
  return { ...result, answers: new Map(answers.map((answer) => [answer.id, answer])) };
}

/** A running `colophon mcp`. */
function started(): {
  readonly child: ChildProcess;
  readonly send: (message: object) => void;
  readonly next: () => Promise<Message>;
} {
  const child = computer.start(['mcp']);
  if (child.stdout === null) throw new Error('The process has no standard output.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    send: (message) => void child.stdin?.write(`${JSON.stringify(message)}\n`),
    next: async () => JSON.parse(String((await lines.next()).value)) as Message,
  };
}

async function tokenCount(): Promise<number> {
  const { json } = await server.request('GET', '/api/colophon/v1/tokens');
  return json.tokens.length as number;
}

const namesIn = (answer: Message | undefined): string[] =>
  answer?.result.tools.map(({ name }: { readonly name: string }) => name);

describe('colophon mcp', () => {
  it('passes messages on with a token that only reads, and revokes it', async () => {
    const before = await tokenCount();
    const { answers, code, stderr } = await run([
      request('a', 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'tools/list'),
      getMe(3),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect([...answers.keys()].toSorted()).toEqual([2, 3, 'a']);
    expect(answers.get('a')?.result.serverInfo.name).toBe('colophon');
    expect(namesIn(answers.get(2))).not.toContain('set_definitions');
    expect(answers.get(3)?.result.structuredContent.token).toMatchObject({ read_only: true });
    expect(await tokenCount()).toBe(before);
  });

  it('uses the token as it is with --write, and a restricted one always', async () => {
    const { answers } = await run([request(1, 'tools/list'), getMe(2)], ['--write']);
    expect(namesIn(answers.get(1))).toContain('set_definitions');
    expect(answers.get(2)?.result.structuredContent.token.read_only).toBe(false);
    const narrow = await withToken(server, userUrn('datahub'), { entityTypes: ['dataset'] });
    const { answers: narrowed } = await run([getMe(1)], [], new Computer(narrow));
    expect(narrowed.get(1)?.result.structuredContent.token).toMatchObject({
      read_only: false,
      entity_types: ['dataset'],
    });
  });

  it('refuses a token that writes if its user cannot create another', async () => {
    const guest = await addActor(server, 'guest');
    const everybody = encodeURIComponent('urn:li:dataHubPolicy:7');
    await server.request('DELETE', `/openapi/v3/entity/dataHubPolicy/${everybody}`);
    const { answers } = await run([getMe(1)], [], new Computer(guest));
    expect(answers.get(1)?.error?.message).toContain('Use a read-only token, or --write.');
  });

  it.each([
    ['no server', 'http://127.0.0.1:9', 'No server answers at http://127.0.0.1:9'],
    ['no address', 'nonsense', "'nonsense' is not a server URL"],
  ])('answers each request with %s', async (_what, url, remedy) => {
    const { answers, code } = await run(
      [getMe(1), { jsonrpc: '2.0', method: 'notifications/initialized' }, getMe(2)],
      ['--server', url, '--token', 't'],
    );
    expect(code).toBe(0);
    expect([...answers.keys()].toSorted()).toEqual([1, 2]);
    for (const answer of answers.values()) {
      expect(answer.error?.code).toBe(-32_603);
      expect(answer.error?.message).toContain(remedy);
    }
  });

  it('answers a line that is no message, and one with a wrong token, with its id', async () => {
    const { answers } = await run(
      ['{"jsonrpc":', '', getMe(5)],
      ['--write', '--server', server.url, '--token', 'wrong'],
    );
    expect(answers.get(null)?.error?.code).toBe(-32_700);
    expect(answers.get(5)?.error?.message).toContain('token');
  });

  it('creates a new token after the end of the first', async () => {
    const { child, next, send } = started();
    const ask = (message: object): Promise<Message> => {
      send(message);
      return next();
    };
    expect((await ask(getMe(1))).id).toBe(1);
    const { json } = await server.request('GET', '/api/colophon/v1/tokens');
    const [own] = json.tokens.filter(({ name }: { readonly name: string }) => name === 'colophon mcp');
    await server.request('DELETE', `/api/colophon/v1/tokens/${own.id}`);
    expect((await ask(getMe(2))).result.structuredContent.token.read_only).toBe(true);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    const { json: after } = await server.request('GET', '/api/colophon/v1/tokens');
    expect(after.tokens.filter(({ name }: { readonly name: string }) => name === 'colophon mcp')).toEqual([]);
  });

  it('passes on notifications of a subscription until it is cancelled', async () => {
    const { child, next, send } = started();
    const uri = `colophon://entity/${ORDERS}`;
    send(
      request('listen:1', 'subscriptions/listen', {
        notifications: { resourceSubscriptions: [uri] },
        _meta: MODERN_META,
      }),
    );
    expect((await next()).method).toBe('notifications/subscriptions/acknowledged');
    await clientOf(server).dataset('shop.orders', { name: 'changed' });
    expect(await next()).toMatchObject({ method: 'notifications/resources/updated', params: { uri } });
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'listen:1' } });
    send(request(9, 'ping'));
    expect((await next()).id).toBe(9);
    child.stdin?.end();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });
});

/** What these tests use of the official client. */
interface OfficialClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getNegotiatedProtocolVersion(): string | undefined;
  callTool(call: object): Promise<{ readonly structuredContent?: unknown }>;
}
const PACKAGE: string = '@modelcontextprotocol/client';
const STDIO: string = '@modelcontextprotocol/client/stdio';

it.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
])('the official client connects over colophon mcp (%s)', async (mode, version) => {
  const { Client } = (await import(PACKAGE)) as {
    readonly Client: new (info: object, options: object) => OfficialClient;
  };
  const { StdioClientTransport } = (await import(STDIO)) as {
    readonly StdioClientTransport: new (options: object) => object;
  };
  const client = new Client({ name: 'official', version: '2' }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({
      command: './colophon',
      args: ['mcp'],
      env: {
        DATAHUB_GMS_URL: server.url,
        DATAHUB_GMS_TOKEN: server.token,
        PATH: process.env['PATH'],
        HOME: computer.home,
      },
    }),
  );
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  const { structuredContent } = await client.callTool({ name: 'get_me', arguments: {} });
  expect(structuredContent).toMatchObject({ token: { read_only: true } });
  await client.close();
});

it('headers of a message encode what is not plain ASCII', () => {
  const params = { name: 'größe', _meta: MODERN_META };
  expect(requestHeaders({ method: 'tools/call', params })).toMatchObject({
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': `=?base64?${Buffer.from('größe').toString('base64')}?=`,
  });
  expect(Object.keys(requestHeaders({ method: 'ping' }))).toEqual(['Content-Type', 'Accept']);
});
