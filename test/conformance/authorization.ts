/**
 * Runs the authorization part of the conformance suite of the Model Context Protocol: the metadata, and a code that a person's
 * consent gives. `node test/conformance/authorization.ts`; needs openssl.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OAuthBrowser } from '../api/agents/oauth-client.ts';
import { spawnServer } from '../support/spawn-server.ts';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const CALLBACK_PORT = 43_117;
const PASSWORD = 'correct horse';

const folder = mkdtempSync(join(tmpdir(), 'colophon-conformance-'));
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
execFileSync(
  'openssl',
  [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
    '-keyout',
    key,
    '-out',
    cert,
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
  ],
  { stdio: 'ignore' },
);

// The address of the server must be known before it starts.
let target = new URL('http://127.0.0.1');
const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, outgoing) => {
  const { headers, method, url: path } = incoming;
  const { hostname, port } = target;
  const onward = request({ hostname, port, path, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.once('error', (error) => outgoing.destroy(error));
  incoming.pipe(onward);
}).listen(0, '127.0.0.1');
await once(proxy, 'listening');
// It listens on a port.
const base = `https://localhost:${(proxy.address() as AddressInfo).port}`;
const server = await spawnServer(
  join(folder, 'data'),
  [],
  [
    `--public-url=${base}`,
    '--agents-oauth',
    '--login-root-link=true',
    `--login-root-password=${PASSWORD}`,
    `--agents-oauth-clients=suite=http://127.0.0.1:${CALLBACK_PORT}/callback`,
  ],
);
target = new URL(server.url);

const options = ['--url', `${base}/oauth`, '--client-id', 'suite', '--resource', `${base}/mcp`];
const suite = spawn(
  'npm',
  [
    'exec',
    '--yes',
    `--package=${SUITE}`,
    '--',
    'conformance',
    'authorization',
    ...options,
    '--port',
    String(CALLBACK_PORT),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_EXTRA_CA_CERTS: cert } },
);
const ended = once(suite, 'exit');
for await (const line of createInterface({ input: suite.stdout })) {
  console.log(line);
  if (!line.startsWith(`${base}/oauth/authorize?`)) continue;
  const browser = new OAuthBrowser(server);
  await browser.logIn('datahub', PASSWORD);
  const { headers } = await browser.consent({}, Object.fromEntries(new URL(line).searchParams));
  await fetch(headers.get('location') ?? 'missing:');
}
const [code] = (await ended) as [number | null];
proxy.close();
proxy.closeAllConnections();
await server.end('SIGTERM');
rmSync(folder, { recursive: true });
process.exitCode = code ?? 1;
