import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const RECEIVER = 'typescript/webhook-receiver.ts';
const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:postgres,shop.orders,PROD)';

/** Expected output of each program that ends by itself. */
const OUTPUTS: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'typescript/properties.ts': [
    'defined urn:li:structuredProperty:com.example.retentionDays',
    `assigned 365 to ${ORDERS}`,
    `found ${ORDERS}`,
    /^refused: 400 .* \{double=31\.0\} should be one of /,
  ],
  'typescript/agent.ts': [
    'defined urn:li:tag:example',
    /^found urn:li:dataset:/,
    'planned to change 1 asset',
    'applied the plan',
    'undid the change of 1 asset',
  ],
  'registry/shelves.ts': [
    'wrote urn:li:shelf:(north,17)',
    'found urn:li:shelf:(north,17): Orders and invoices',
    `urn:li:shelf:(north,17) holds ${ORDERS}`,
    /^refused: 400 .* use one of north, south/,
  ],
};

let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    options: {
      registry: [join(EXAMPLES, 'registry/model')],
      'secrets.key': 'of this test',
      'webhooks.allowedNetworks': '127.0.0.1',
    },
  });
});

/** Running programs; ended after a failed test. */
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.stop();
});

function start(program: string): ChildProcess & { readonly lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, [join(EXAMPLES, program)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, COLOPHON_URL: server.url, COLOPHON_TOKEN: server.token },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return Object.assign(child, { lines });
}

async function nextLine({ lines }: ReturnType<typeof start>): Promise<string> {
  const { value, done } = await lines.next();
  return done === true ? 'the program has ended' : value;
}

describe('examples', () => {
  it('are all run by a test', () => {
    const programs = globSync('**/*.ts', { cwd: EXAMPLES });
    expect(programs.toSorted()).toEqual([...Object.keys(OUTPUTS), RECEIVER].toSorted());
  });

  it.each(Object.entries(OUTPUTS))(
    '%s prints its expected output, also on a second run',
    async (program, output) => {
      for (const _ of ['once', 'again']) {
        const child = start(program);
        const exited = once(child, 'exit');
        for (const line of output) {
          const text = await nextLine(child);
          if (typeof line === 'string') expect(text).toBe(line);
          else expect(text).toMatch(line);
        }
        expect(await exited).toEqual([0, null]);
      }
    },
  );

  it(`${RECEIVER} accepts signed messages only, and leaves no webhook behind`, async () => {
    const urn = datasetUrn('example.received');
    const describeIt = (description: string): Promise<unknown> =>
      server.request('POST', '/openapi/v3/entity/dataset?async=false', [
        { urn, datasetProperties: { value: { description } } },
      ]);
    await describeIt('before');
    const child = start(RECEIVER);
    const exited = once(child, 'exit');
    const [, address = ''] = /^listening on (.*)$/.exec(await nextLine(child)) ?? [];
    expect(await nextLine(child)).toBe('accepted webhook.test');

    const now = String(Math.floor(Date.now() / 1000));
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' };
    const forged = await fetch(address, {
      method: 'POST',
      headers,
      body: '{"type":"catalog.changed","data":{}}',
    });
    expect(forged.status).toBe(401);
    expect(await nextLine(child)).toBe('refused a message without a valid signature');

    await describeIt('after');
    expect(await nextLine(child)).toBe('accepted catalog.changed');
    expect(await nextLine(child)).toBe(`UPSERT datasetProperties of ${urn}`);

    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    const { json } = await server.request('GET', '/api/colophon/v1/webhooks');
    expect(json.webhooks).toEqual([]);
  });
});
