/**
 * Runs the conformance suite of the Model Context Protocol against `/mcp`: the requirements of both generations. Checks that this
 * server cannot pass are in `expected-failures.yaml`, with the reason; an expected failure that passes is an error.
 * `node test/conformance/run.ts`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const REVISIONS = ['2026-07-28', '2025-11-25'];

/** Adds the access token, which the suite cannot send. */
async function withToken({ token, url }: SpawnedServer): Promise<Server> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((incoming, outgoing) => {
    const headers = { authorization: `Bearer ${token}`, ...incoming.headers };
    const { method, url: path } = incoming;
    const onward = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', (error) => outgoing.destroy(error));
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

async function run(revision: string, url: string): Promise<number> {
  const expected = join(import.meta.dirname, `expected-failures-${revision}.yaml`);
  const options = ['--url', url, '--requirements', revision, '--expected-failures', expected];
  const suite = spawn(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${SUITE}`,
      '--',
      'conformance',
      'server',
      ...options,
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
  const [code] = (await once(suite, 'exit')) as [number | null];
  return code ?? 1;
}

const folder = mkdtempSync(join(tmpdir(), 'colophon-conformance-'));
const server = await spawnServer(folder);
const proxy = await withToken(server);
const address = proxy.address();
if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
const codes: number[] = [];
for (const revision of REVISIONS) codes.push(await run(revision, `http://127.0.0.1:${address.port}/mcp`));
proxy.close();
proxy.closeAllConnections();
await server.end('SIGTERM');
rmSync(folder, { recursive: true });
process.exitCode = Math.max(...codes);
