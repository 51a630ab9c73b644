import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as v from 'valibot';

const ready = v.object({ url: v.string(), token: v.string() });

/**
 * Tries an installed program: it has this version, serves a catalog that stores and finds an entity, refuses requests without a
 * token, and stops when asked to. Throws otherwise.
 */
export async function tryProgram(
  [program, ...words]: readonly [string, ...string[]],
  version: string,
): Promise<void> {
  const stated = execFileSync(program, [...words, '--version'], { encoding: 'utf8' }).trim();
  if (stated.split('+')[0] !== version)
    throw new Error(`${program} says that it is the version ${stated}, not ${version}.`);
  const serve = [...words, 'serve', '--memory', '--json', '--port', '0'];
  const server = spawn(program, serve, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(server, 'exit');
  try {
    await writeAndRead(v.parse(ready, JSON.parse(await firstLine(server))));
  } finally {
    server.kill('SIGTERM');
    await exited;
  }
  // Windows has no such signal: the process ends at once.
  if (server.exitCode !== 0 && process.platform !== 'win32')
    throw new Error(`${program} ended with the exit code ${String(server.exitCode)}.`);
}

async function firstLine(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('The output of the server is not read.');
  for await (const line of createInterface({ input: server.stdout })) return line;
  throw new Error('The server ended before it listened.');
}

async function writeAndRead({ url, token }: v.InferOutput<typeof ready>): Promise<void> {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,release.trial,PROD)';
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const path = `${url}/openapi/v3/entity/dataset`;
  const body = JSON.stringify([{ urn, status: { value: { removed: false } } }]);
  expectStatus(await fetch(`${path}?async=false`, { method: 'POST', headers, body }), 200);
  expectStatus(await fetch(`${path}/${encodeURIComponent(urn)}`, { headers }), 200);
  expectStatus(await fetch(`${path}/${encodeURIComponent(urn)}`), 401);
  // The web interface, which is in the package, too.
  expectStatus(await fetch(`${url}/`), 200);
}

function expectStatus(response: Response, status: number): void {
  if (response.status !== status)
    throw new Error(`${response.url} answers with ${response.status}, not ${status}.`);
}
