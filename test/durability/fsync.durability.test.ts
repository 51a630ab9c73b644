import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

/** Surviving a kill proves nothing about a power loss: this counts the waits for the disk with strace. */
describe('waiting for the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-fsync-'));
  const trace = join(folder, 'trace.txt');
  let server: SpawnedServer;

  beforeAll(async () => {
    // -D: strace is the server's grandchild, so that signals reach the server. -y: with the paths of the files.
    const strace = ['strace', '-D', '-f', '-y', '-qq', '-e', 'trace=fsync,fdatasync', '-o', trace];
    server = await spawnServer(join(folder, 'data'), strace);
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const syncs = (): number => readFileSync(trace, 'utf8').match(/f(data)?sync\(/g)?.length ?? 0;
  const write = async (n: number): Promise<void> => {
    const urn = `urn:li:dataset:(urn:li:dataPlatform:hive,t${n},PROD)`;
    const body = [{ urn, status: { value: { removed: false } } }];
    const { status, body: answer } = await server.send(
      'POST',
      '/openapi/v3/entity/dataset?async=false',
      body,
    );
    expect(status, JSON.stringify(answer)).toBe(200);
  };

  it('happens for each write that is answered separately', async () => {
    for (let n = 0; n < 50; n++) {
      const before = syncs();
      await write(n);
      expect(syncs()).toBeGreaterThan(before);
    }
  });

  it('is shared by concurrent writes, and never omitted', async () => {
    const before = syncs();
    await Promise.all(Array.from({ length: 200 }, (_, n) => write(1000 + n)));
    const shared = syncs() - before;
    expect(shared).toBeGreaterThan(0);
    expect(shared).toBeLessThan(200);
  });

  it('happens for a new key of secrets and for the folder of its file', async () => {
    const query = 'mutation c($input: CreateSecretInput!) { createSecret(input: $input) }';
    const variables = { input: { name: 'synced', value: 'S1lent' } };
    const before = readFileSync(trace, 'utf8').length;
    const { body } = await server.send('POST', '/api/graphql', { query, variables });
    expect(body).toMatchObject({ data: { createSecret: 'urn:li:dataHubSecret:synced' } });
    const synced = readFileSync(trace, 'utf8')
      .slice(before)
      .match(/(?<=sync\(\d+<)[^>]+/g);
    expect(synced).toContain(join(folder, 'data', 'secrets.key.new'));
    expect(synced).toContain(join(folder, 'data'));
  });
});
