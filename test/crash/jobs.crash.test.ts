import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SEED, effort } from '../support/effort.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import {
  DATASETS,
  define,
  expectIncidents,
  expectRestorable,
  expectValues,
  fill,
  hardDelete,
  mappings,
  raiseIncidents,
  settle,
  startUpdate,
  valuesAtFirst,
  writeValues,
  type Values,
} from './crash-catalog.ts';

/** How often each job is started and killed. */
const ROUNDS = effort(2);

/** Datasets that get new values while the job is running. */
const REWRITTEN = [5, 1999, DATASETS - 1];

let filled: string;
let folder: string;
let server: SpawnedServer | undefined;

async function start(): Promise<SpawnedServer> {
  return (server = await spawnServer(folder));
}

beforeAll(async () => {
  folder = filled = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
  await fill(await start());
  await server?.end('SIGTERM');
});
afterEach(async () => {
  await server?.end('SIGKILL');
});
afterAll(() => {
  for (const used of [folder, filled]) rmSync(used, { recursive: true, force: true });
});

/** A copy of the filled catalog, served. */
async function startCopy(): Promise<SpawnedServer> {
  if (folder !== filled) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
  cpSync(filled, folder, { recursive: true });
  return start();
}

/**
 * Runs a job once to measure its duration, and then kills it repeatedly: once while it runs, at a moment in a different
 * part of it in each round, and once while the next server continues it.
 */
async function killAgainAndAgain(
  begin: (server: SpawnedServer) => Promise<void>,
  check: (server: SpawnedServer) => Promise<void>,
): Promise<void> {
  let running = await startCopy();
  await begin(running);
  const began = performance.now();
  await settle(running);
  const duration = performance.now() - began;
  await check(running);
  await running.end('SIGKILL');

  const chances = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 2 * ROUNDS, seed: SEED });
  for (let round = 0; round < ROUNDS; round++) {
    const [first = 0, second = 0] = chances.slice(2 * round);
    running = await startCopy();
    await begin(running);
    await sleep(((round + first) / ROUNDS) * duration);
    await running.end('SIGKILL');
    running = await start();
    await sleep(second * duration);
    await running.end('SIGKILL');
    running = await start();
    await settle(running);
    await check(running);
    await running.end('SIGKILL');
  }
}

describe('kill -9', () => {
  it('while the values of a hard-deleted property are removed', async () => {
    const rewritten = (i: number): Values => ({ 'crash.level': { double: i } });
    await killAgainAndAgain(
      async (running) => {
        await hardDelete(running, 'crash.team');
        await writeValues(running, REWRITTEN, rewritten);
      },
      async (running) => {
        await expectValues(running, (i) =>
          REWRITTEN.includes(i) ? rewritten(i) : only('crash.level', valuesAtFirst(i)),
        );
        expect(await mappings(running, 'crash.team')).toEqual(['deleted 0']);
        await expectRestorable(running);
      },
    );
  });

  it('while the values of a broken property are removed', async () => {
    const rewritten = (i: number): Values => ({ ...valuesAtFirst(i), 'crash.level': { string: 'new' } });
    await killAgainAndAgain(
      async (running) => {
        await define(running, 'crash.level', { type: 'string', version: '20260101000000' });
        await writeValues(running, REWRITTEN, rewritten);
      },
      async (running) => {
        await expectValues(running, (i) =>
          REWRITTEN.includes(i) ? rewritten(i) : only('crash.team', valuesAtFirst(i)),
        );
        expect(await mappings(running, 'crash.level')).toEqual(['deleted 0', `active ${REWRITTEN.length}`]);
        await expectRestorable(running);
      },
    );
  });

  it('while mappings are removed', async () => {
    await killAgainAndAgain(
      async (running) => {
        await hardDelete(running, 'crash.team');
        await settle(running);
        await startUpdate(running);
      },
      async (running) => {
        await expectValues(running, (i) => only('crash.level', valuesAtFirst(i)));
        // The next update does the rest, and repeats nothing.
        await startUpdate(running);
        await settle(running);
        expect(await mappings(running, 'crash.team')).toEqual([]);
        expect(await mappings(running, 'crash.hidden')).toEqual([`soft-deleted ${DATASETS}`]);
        await expectRestorable(running);
      },
    );
  });

  it('while the index is rebuilt', async () => {
    const rewritten = (i: number): Values => ({ 'crash.team': { string: `team ${i}` } });
    await killAgainAndAgain(
      async (running) => {
        await startUpdate(running, 'restore-indices');
        await writeValues(running, REWRITTEN, rewritten);
      },
      async (running) => {
        await expectValues(running, (i) => (REWRITTEN.includes(i) ? rewritten(i) : valuesAtFirst(i)));
        await expectRestorable(running);
      },
    );
  });

  it('while aspects are derived by one update, and the index rebuilt by the next', async () => {
    await killAgainAndAgain(
      async (running) => {
        await raiseIncidents(running);
        await startUpdate(running, 'derive-aspects');
        await startUpdate(running, 'restore-indices');
      },
      async (running) => {
        await expectIncidents(running);
        await expectValues(running, valuesAtFirst);
        await expectRestorable(running);
      },
    );
  });

  it('while the index is written to the disk', async () => {
    const rewritten = (i: number): Values => ({ 'crash.level': { double: i % 5 } });
    const all = Array.from({ length: DATASETS }, (_, i) => i);
    const stop = async (running: SpawnedServer): Promise<number> => {
      await writeValues(running, all, rewritten);
      const began = performance.now();
      expect(await running.end('SIGTERM')).toBe(0);
      return performance.now() - began;
    };
    const duration = await stop(await startCopy());
    for (const chance of fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), {
      numRuns: ROUNDS,
      seed: SEED,
    })) {
      const stopping = await startCopy();
      await writeValues(stopping, all, rewritten);
      stopping.process.kill('SIGTERM');
      await sleep(chance * duration);
      await stopping.end('SIGKILL');
      const running = await start();
      await expectValues(running, rewritten);
      await expectRestorable(running);
      await running.end('SIGKILL');
    }
  });
});

function only(name: string, values: Values): Values {
  const value = values[name];
  return value === undefined ? {} : { [name]: value };
}
