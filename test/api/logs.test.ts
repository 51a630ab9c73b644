import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { livedInCatalog } from '../support/lived-in-catalog.ts';
import { COLOPHON } from '../support/spawn-server.ts';
import { startCollector } from '../support/trace-collector.ts';

/** A line of the log; its members are what the test asserts. */
type LogLine = Readonly<Record<string, unknown>>;

interface LoggingServer {
  readonly url: string;
  readonly token: string;
  /** Stops the server; resolves with all that it has written to standard error. */
  stop(): Promise<string>;
}

async function startLogging(folder: string, ...options: readonly string[]): Promise<LoggingServer> {
  const args = ['serve', '--json', '--port', '0', '--data', folder, ...options];
  const child = spawn(COLOPHON, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const written = text(child.stderr);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
  return {
    ...{ url, token },
    stop: async () => {
      child.kill('SIGTERM');
      return written;
    },
  };
}

it('is JSON in every line, tells whose request each line is about, and holds no secret', async () => {
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
  expect(requests.length).toBeGreaterThan(20);
  for (const line of requests) {
    expect(line).toMatchObject({
      ...{ requestId: expect.any(String), traceId: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ...{ method: expect.any(String), status: expect.any(Number), ms: expect.any(Number) },
    });
  }
  const proposal = requests.find(({ route }) => route === '/aspects');
  expect(proposal).toMatchObject({ actor: 'urn:li:corpuser:datahub', status: 200 });
  expect(requests.find(({ status }) => status === 401)).not.toHaveProperty('actor');
  expect(requests.find(({ requestId }) => requestId === 'mine-1')).toBeDefined();
  expect(requests.find(({ route }) => route === '/health')).toBeUndefined();
  const job = lines.find(({ msg }) => msg === 'A maintenance job has begun.');
  expect(job).toMatchObject({ work: 'job', kind: 'doctor', job: expect.any(Number) });
  expect(output).not.toContain(server.token);
  expect(output).not.toContain('hidden-in-a-query');
});
