import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteSource } from '../../../src/store/sqlite/transfer/transfer-source.ts';
import { openSqliteTarget } from '../../../src/store/sqlite/transfer/transfer-target.ts';
import { copyStore, type CopiedRows } from '../../../src/store/transfer/copy-store.ts';
import type { TransferTarget } from '../../../src/store/transfer/transfer.ts';
import { jsonAt } from '../../support/json-at.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer } from '../../support/start-server.ts';
import { seenOf } from '../../support/snapshots/seen-of-catalog.ts';
import { stoppedCatalog } from '../../support/snapshots/stopped-catalog.ts';
import { effort } from '../../support/effort.ts';

const QUIET = { onPhase: () => undefined, onRows: () => undefined };

let computer: Computer;
/** A stopped catalog with every kind of data. */
let source: string;
let seen: unknown;
let copies = 0;
beforeAll(async () => {
  computer = new Computer();
  source = join(computer.home, 'source');
  seen = await stoppedCatalog(source);
});
afterAll(() => computer[Symbol.dispose]());

function newFolder(): string {
  return join(computer.home, `copy-${++copies}`);
}

async function seenIn(folder: string): Promise<unknown> {
  const server = await startServer({ folder });
  try {
    return await seenOf(server);
  } finally {
    await server.stop({ keepFolder: true });
  }
}

/** Copies into a folder; with `failAfter` the write of that page fails, as if the process was killed. */
async function copy(folder: string, failAfter = Infinity): Promise<CopiedRows> {
  await using from = openSqliteSource(source);
  await using to = openSqliteTarget(folder);
  let pages = 0;
  const failing: TransferTarget = {
    progress: to.progress,
    count: (table) => to.count(table),
    read: (table, place, limit) => to.read(table, place, limit),
    finish: (identity) => to.finish(identity),
    write: (...page) => (++pages > failAfter ? Promise.reject(new Error('killed')) : to.write(...page)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return await copyStore(from, failing, QUIET);
}

describe('colophon migrate', () => {
  it('copies a catalog with its history, change log and audit log', async () => {
    const folder = newFolder();
    const counts = await computer.json(['migrate', '--from', `sqlite:${source}`, '--to', `sqlite:${folder}`]);
    for (const table of ['entity', 'aspect', 'point', 'change_log', 'property_generation', 'audit_event']) {
      expect(jsonAt(counts, table), table).toBeGreaterThan(0);
    }
    expect(await seenIn(folder)).toEqual(seen);

    const server = await startServer({ folder });
    const last = Number(jsonAt(seen, 'sequence'));
    const written = await server.request('POST', '/openapi/v3/entity/tag?async=false', [
      { urn: 'urn:li:tag:later', tagProperties: { value: { name: 'Later' } } },
    ]);
    expect(Number(written.headers.get('x-colophon-sequence'))).toBeGreaterThan(last);
    await server.stop();
  });

  it('resumes after an interruption at any point', async () => {
    const whole = await copy(newFolder());
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 20 }), async (pages) => {
        const folder = newFolder();
        await copy(folder, pages).catch((error: unknown) => expect(String(error)).toContain('killed'));
        if (!existsSync(join(folder, 'catalog.db'))) expect(await copy(folder)).toEqual(whole);
      }),
      { numRuns: effort(15) },
    );
  });

  it('resumes after any number of kills', async () => {
    const folder = newFolder();
    const args = ['migrate', '--from', `sqlite:${source}`, '--to', `sqlite:${folder}`];
    for (let lives = 150; !existsSync(join(folder, 'catalog.db')); lives *= 1.3) {
      const child = computer.start(args);
      const ended = once(child, 'close');
      await Promise.race([ended, pause(lives)]);
      child.kill('SIGKILL');
      await ended;
    }
    expect(await seenIn(folder)).toEqual(seen);
  });

  it('is not accepted as a catalog before it is complete', async () => {
    const folder = newFolder();
    await expect(copy(folder, 3)).rejects.toThrow('killed');
    await expect(startServer({ folder })).rejects.toThrow('holds part of a copy');
    await copy(folder);
    expect(await seenIn(folder)).toEqual(seen);
  });

  it('refuses to resume if the source was written since', async () => {
    const folder = newFolder();
    await expect(copy(folder, 2)).rejects.toThrow('killed');
    const changed = newFolder();
    mkdirSync(changed);
    copyFileSync(join(source, 'catalog.db'), join(changed, 'catalog.db'));
    const server = await startServer({ folder: changed });
    await server.request('POST', '/openapi/v3/entity/tag?async=false', [
      { urn: 'urn:li:tag:between', tagProperties: { value: { name: 'Between' } } },
    ]);
    await server.stop({ keepFolder: true });
    const again = await computer.run(['migrate', '--from', `sqlite:${changed}`, '--to', `sqlite:${folder}`]);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('part of a copy of another catalog'),
    });
  });

  it('refuses a target that holds a catalog, and a source that is missing or in use', async () => {
    const [empty, filled] = [newFolder(), newFolder()];
    await copy(filled);
    const migrate = (from: string, to: string): ReturnType<Computer['run']> =>
      computer.run(['migrate', '--from', from, '--to', to]);
    const server = await startServer({ folder: filled });
    const refused: readonly (readonly [string, string, string])[] = [
      [`sqlite:${source}`, `sqlite:${filled}`, 'is in use by the server'],
      [`sqlite:${filled}`, `sqlite:${empty}`, 'is in use by the server'],
      [`sqlite:${newFolder()}`, `sqlite:${empty}`, 'There is no catalog in'],
      [`sqlite:${source}`, `sqlite:${source}`, 'is in use'],
      [`mysql://root:secret@db/catalog`, `sqlite:${empty}`, 'Invalid store address (mysql:)'],
    ];
    for (const [from, to, message] of refused) {
      const { code, stderr } = await migrate(from, to);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
      expect(stderr).not.toContain('secret');
    }
    await server.stop({ keepFolder: true });
    const { stderr } = await migrate(`sqlite:${source}`, `sqlite:${filled}`);
    expect(stderr).toContain('holds a catalog already');
  });

  it('detects that the copy differs', async () => {
    const folder = newFolder();
    await using from = openSqliteSource(source);
    await using to = openSqliteTarget(folder);
    const forgetful: TransferTarget = {
      progress: undefined,
      count: (table) => to.count(table),
      read: (table, place, limit) => to.read(table, place, limit),
      finish: (identity) => to.finish(identity),
      write: (table, rows, progress) => to.write(table, table === 'point' ? rows.slice(1) : rows, progress),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    await expect(copyStore(from, forgetful, QUIET)).rejects.toThrow(
      /differs from the source in table point: \d+ rows instead of \d+,/,
    );
  });
});
