import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Call } from '../faults/acknowledged-writes.ts';
import { InheritedWrites } from '../faults/inherited-writes.ts';
import { SEED, effort } from '../support/effort.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

const KILLS = effort(4);
const WRITERS = 4;
/** Acknowledged writes before each kill. */
const WRITES = 150;

let folder: string;
let server: SpawnedServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-inheritance-'));
  server = await spawnServer(folder);
});
afterEach(async () => {
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const call: Call = async (method, path, body) => {
  const { body: json, status } = await server.send(method, path, body);
  return { status, json };
};

it(`inherited values are found as they are read after kill -9 during writes and moves (seed ${SEED})`, async () => {
  const writes = new InheritedWrites(SEED);
  await writes.begin(call);
  for (let kill = 0; kill < KILLS; kill++) {
    const killAt = writes.acknowledged + WRITES + kill * 37;
    const stop = new AbortController();
    const writing = Array.from({ length: WRITERS }, () =>
      writes.writeUntil(stop.signal, async (...request) => {
        if (writes.acknowledged >= killAt && !stop.signal.aborted) {
          stop.abort();
          server.process.kill('SIGKILL');
        }
        return call(...request);
      }),
    );
    await Promise.all(writing);
    expect(writes.acknowledged).toBeGreaterThanOrEqual(killAt);
    await server.end('SIGKILL');
    server = await spawnServer(folder);
    await writes.check(call);
  }
});
