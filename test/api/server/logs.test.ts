import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { livedInCatalog } from '../../support/snapshots/lived-in-catalog.ts';
import { COLOPHON } from '../../support/spawn-server.ts';
import { startCollector } from '../../support/trace-collector.ts';

/** A line of the log; the tests assert its members. */
type LogLine = Readonly<Record<string, unknown>>;

interface LoggingServer {
  readonly url: string;
  readonly token: string;
  /** Stops the server; resolves to its standard error output. */
  stop(): Promise<string>;
}

async function startLogging(folder: string, ...options: readonly string[]): Promise<LoggingServer> {
  const args = ['serve', '--json', '--port', '0', '--data', folder, ...options];
  const child = spawn(COLOPHON, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const written = text(child.stderr);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
  return {
    url,
    token,
    stop: async () => {
      child.kill('SIGTERM');
      return written;
    },
  };
}

it('is JSON in every line, has request ids, and contains no secret', async () => {
  await using collector = await startCollector();
  const folder = mkdtempSync(join(tmpdir(), 'colophon-logs-'));
  const tracing = ['--tracing-endpoint', collector.url];
  const server = await startLogging(folder, '--log-level', 'debug', '--log-requests', 'all', ...tracing);
  const request = async (method: string, path: string, body?: unknown, headers = {}) => {
    const { token, url } = server;
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered = await answer.text();
    const json: unknown = answered.startsWith('{') ? JSON.parse(answered) : undefined;
    return { status: answer.status, headers: answer.headers, text: answered, json };
  };
  await livedInCatalog({ ...server, request });
  await request('GET', '/health');
  await request('GET', '/entities/x?secret=hidden-in-a-query', undefined, { 'x-request-id': 'mine-1' });
  const query =
    '{ aggregateAcrossEntities(input: { query: "*", facets: ["nonsense"] }) { facets { field } } }';
  await request('POST', '/api/graphql', { query }, { 'x-request-id': 'mine-2' });
  await request('POST', '/api/colophon/v1/doctor', {});
  const output = await server.stop();
  rmSync(folder, { recursive: true, force: true });

  const lines = output
    .trimEnd()
    .split('\n')
    .map((line): LogLine => JSON.parse(line) as LogLine);
  for (const line of lines) {
    expect(line).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      name: expect.any(String),
    });
  }
  const requests = lines.filter(({ msg }) => msg === 'request answered');
  expect(requests.length).toBeGreaterThan(10);
  for (const line of requests) {
    expect(line).toMatchObject({
      requestId: expect.any(String),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      method: expect.any(String),
      status: expect.any(Number),
      ms: expect.any(Number),
    });
  }
  const proposal = requests.find(({ route }) => route === '/aspects');
  expect(proposal).toMatchObject({ actor: 'urn:li:corpuser:datahub', status: 200 });
  expect(requests.find(({ status }) => status === 401)).not.toHaveProperty('actor');
  expect(requests.find(({ requestId }) => requestId === 'mine-1')).toBeDefined();
  expect(requests.find(({ route }) => route === '/health')).toBeUndefined();
  const caller = 'urn:li:corpuser:datahub';
  // Every kind of line about a request has both, from every subsystem.
  for (const line of lines.filter(({ requestId, status }) => requestId !== undefined && status !== 401))
    expect(line).toMatchObject({ requestId: expect.any(String), actor: caller });
  expect(lines.filter(({ requestId }) => requestId === 'mine-2').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['http', 'search']),
  );
  const job = lines.find(({ msg }) => msg === 'Maintenance job started.');
  expect(job).toMatchObject({ work: 'job', kind: 'doctor', job: expect.any(Number) });
  expect(output).not.toContain(server.token);
  expect(output).not.toContain('hidden-in-a-query');
});

/** Runs a program that logs with the `log` of a server. */
function spawnLogging(program: string) {
  const log = JSON.stringify(join(import.meta.dirname, '../../../src/log.ts'));
  const source = `import { createLogs } from ${log}; const log = createLogs('info').server; ${program}`;
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const linesOf = (output: string): readonly LogLine[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine);

it('neither stops the process nor grows if unread, and counts missing lines', async () => {
  const count = 20_000;
  const child = spawnLogging(`
    for (let i = 0; i < ${count}; i++) log.warn({ i, fill: 'x'.repeat(1000) }, 'one of many');
    process.stdout.write('still running');
  `);
  // A process that waits for a reader of its log never prints this.
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('still running');
  const output = await text(child.stderr);
  const lines = linesOf(output);
  const [dropped, ...others] = lines.filter(({ msg }) => msg !== 'one of many');
  expect(others).toEqual([]);
  expect(dropped).toMatchObject({ level: 40, msg: expect.stringContaining('log lines are missing') });
  expect(lines.length - 1 + Number(dropped?.['missing'])).toBe(count);
  expect(output.length).toBeLessThan(6_000_000);
});

it.each([
  ['ends', ''],
  ['exits', 'process.exit(3);'],
  ['crashes', "throw new Error('crash');"],
  ['crashes later', "setImmediate(() => { throw new Error('crash'); });"],
])('is complete when the process %s', async (_how, end) => {
  const child = spawnLogging(`for (let i = 0; i < 300; i++) log.warn({ i }, 'one of many'); ${end}`);
  const output = await text(child.stderr);
  // Node also prints why it crashed.
  const logged = output.split('\n').filter((line) => line.startsWith('{"level"'));
  const numbers = logged.map((line) => Number((JSON.parse(line) as LogLine)['i']));
  // At the end of a process, the last earlier write may complete after the final one.
  expect(numbers.sort((a, b) => a - b)).toEqual([...Array(300).keys()]);
});

it('has one short line for unknown names in requests, without control characters', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-logs-'));
  const server = await startLogging(folder);
  const facets = (start: number) =>
    Array.from({ length: 200 }, (_, i) => `\u009b\u202e${start + i}${'x'.repeat(500)}`);
  const aliases = Array.from({ length: 20 }, (_, i) => {
    const input = `{ query: "*", types: [DATASET], facets: ${JSON.stringify(facets(i * 200))} }`;
    return `a${i}: aggregateAcrossEntities(input: ${input}) { facets { field } }`;
  });
  const ask = async (query: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    return ((await answer.json()) as { readonly data?: unknown }).data;
  };
  expect(await ask(`{ ${aliases.join(' ')} }`)).toHaveProperty('a19');
  await ask('{ aggregateAcrossEntities(input: { query: "*", facets: ["nonsense"] }) { facets { field } } }');
  const output = await server.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(/[\u0080-\u009f\u202e]/.test(output)).toBe(false);
  const lines = linesOf(output).filter(({ name }) => name === 'search');
  expect(lines.map(({ msg }) => String(msg).slice(-80))).toEqual([
    expect.stringMatching(/has this field\. This request has 3999 more such warnings\.$/),
    expect.stringMatching(/has this field\.$/),
  ]);
  const caller = { requestId: expect.any(String), actor: 'urn:li:corpuser:datahub' };
  for (const line of lines) expect(line).toMatchObject(caller);
  expect(JSON.stringify(lines[0]).length).toBeLessThan(500);
});
