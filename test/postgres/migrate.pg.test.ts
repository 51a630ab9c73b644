import { cpSync, existsSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../src/model/scope.ts';
import { parseUrn, type Urn } from '../../src/model/urn.ts';
import type { LogPosition, SeenChange } from '../../src/store/change-reader.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { jsonAt } from '../support/json-at.ts';
import { CHANGED } from '../support/snapshots/lived-in-catalog.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { Computer, type CommandResult } from '../support/run-colophon.ts';
import { seenOf } from '../support/snapshots/seen-of-catalog.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';
import { stoppedCatalog } from '../support/snapshots/stopped-catalog.ts';

let postgres: PostgresDatabases;
let url: string;
let computer: Computer;
/** A stopped catalog with data of every kind. */
let source: string;
let seen: unknown;
beforeAll(async () => {
  postgres = await usePostgres();
  computer = new Computer();
  source = join(computer.home, 'source');
  seen = await stoppedCatalog(source);
});
beforeEach(async () => {
  url = await postgres.createDatabase();
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await postgres[Symbol.asyncDispose]();
});

function migrate(from: string, to: string): Promise<CommandResult> {
  return computer.run(['migrate', '--from', from, '--to', to]);
}

/** Entities in the database; none before its tables are there. */
async function countEntities(): Promise<number> {
  const [known] = await postgres.run(url, "SELECT to_regclass('colophon_entity') IS NOT NULL AS is_there");
  if (known?.['is_there'] !== true) return 0;
  const [row] = await postgres.run(url, 'SELECT count(*) AS count FROM colophon_entity');
  return Number(row?.['count']);
}

/** Migrates the database into a folder and reads the catalog there. */
async function seenAfterReturn(): Promise<unknown> {
  const folder = join(computer.home, `back-${url.slice(-12)}`);
  const { code, stderr } = await migrate(url, `sqlite:${folder}`);
  // A slow copy prints its progress there.
  expect(code, stderr).toBe(0);
  const server = await startServer({ folder });
  const found = await seenOf(server);
  await server.stop();
  return found;
}

describe('colophon migrate', () => {
  it('moves a catalog to PostgreSQL and back', async () => {
    const { code, stdout } = await migrate(`sqlite:${source}`, url);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Copied and compared \d+ entities, \d+ aspects, 1131 points/),
    ]);
    expect(await seenAfterReturn()).toEqual(seen);
  });

  it('creates a store that reads the moved rows and continues the numbering', async () => {
    await migrate(`sqlite:${source}`, url);
    await using store = await openPostgresStore(url);
    const last = store.log.lastSequence();
    expect(last).toBe(jsonAt(seen, 'sequence'));
    const urn = parseUrn(CHANGED);
    const key = { urn, aspectName: 'datasetProperties' };
    expect(await store.reader.history(key)).toHaveLength(4);
    expect((await store.scoped.version(key, 0, EVERYTHING))?.value['name']).toBe('Three');
    // A cursor of the previous store has no id.
    const start = { sequence: 0, id: undefined };
    expect(await store.changes.confirms({ ...start, sequence: last })).toBe(true);
    const fits = (of: { readonly urn: Urn; readonly aspectName: string }): boolean =>
      of.urn === urn && of.aspectName === key.aspectName;
    const selection = { upTo: last, limit: 9, fits, seesDeleted: () => true };
    const changes: SeenChange[] = [];
    // A page may end before the last commit.
    for (let position: LogPosition = start; position.sequence < last;) {
      const page = await store.changes.after(position, selection, EVERYTHING);
      changes.push(...page.changes);
      position = page.position;
    }
    expect(changes.at(-1)?.after?.value['name']).toBe('Three');
    expect(changes.at(-1)?.before).toEqual(changes.at(-2)?.after);
    const run = await store.runs.rows('nightly-7', { start: 0, count: 100 }, EVERYTHING);
    expect(run.map((row) => row.urn)).toContain(urn);
    const stamp = { time: 1, actor: parseUrn('urn:li:corpuser:datahub') };
    const systemMetadata = { lastObserved: 1, runId: 'later' };
    const entity = { urn: parseUrn('urn:li:tag:later'), created: stamp, systemMetadata };
    const { sequence } = await store.commit(() => ({
      writes: [{ kind: 'createEntity', entity }],
      entries: [{ urn: entity.urn, aspectName: 'tagKey', changeType: 'UPSERT' }],
      created: stamp,
      result: undefined,
    }));
    expect(sequence).toBe(last + 1);
  });

  it('keeps the offsets of consumers that poll for events', async () => {
    const folder = join(computer.home, 'polled');
    cpSync(source, folder, { recursive: true });
    const poll = async (server: TestServer, more = ''): Promise<Answer> =>
      server.request('GET', `/openapi/v1/events/poll?topic=PlatformEvent_v1&pollTimeoutSeconds=0${more}`);
    const before = await startServer({ folder });
    const offset = jsonAt((await poll(before)).json, 'offsetId');
    await before.stop({ keepFolder: true });
    await migrate(`sqlite:${folder}`, url);
    const after = await startServer({ options: { store: url } });
    await clientOf(after).dataset('later');
    const { json } = await poll(after, `&offsetId=${String(offset)}`);
    expect(json.events).toHaveLength(1);
    expect(json.events[0].value).toContain(datasetUrn('later'));
    await after.stop();
  });

  it('copies the remaining rows where DataHub has deleted some', async () => {
    const aspectsIn = ({ stdout }: CommandResult): number => Number(/(\d+) aspects/.exec(stdout)?.[1]);
    const all = aspectsIn(await migrate(`sqlite:${source}`, url));
    const deleted = await postgres.run(
      url,
      `DELETE FROM metadata_aspect_v2 WHERE urn = '${CHANGED}' AND aspect = 'datasetProperties' RETURNING version`,
    );
    const back = await migrate(url, `sqlite:${join(computer.home, 'left')}`);
    expect(back.code, back.stderr).toBe(0);
    expect(deleted.length).toBeGreaterThan(1);
    expect(aspectsIn(back)).toBe(all - deleted.length);
  });

  it('resumes after any number of kills, and is not a catalog until it ends', async () => {
    for (let lives = 200, isWhole = false; !isWhole; lives *= 1.2) {
      const child = computer.start(['migrate', '--from', `sqlite:${source}`, '--to', url]);
      const ended = once(child, 'close');
      await Promise.race([ended, pause(lives)]);
      child.kill('SIGKILL');
      await ended;
      await postgres.connectionsEnded(url);
      const [copying] = await postgres.run(
        url,
        "SELECT to_regclass('colophon_transfer') IS NOT NULL AS is_there",
      );
      if (copying?.['is_there'] === true) {
        await expect(openPostgresStore(url)).rejects.toThrow('holds part of a copy');
      }
      isWhole = copying?.['is_there'] !== true && (await countEntities()) > 0;
    }
    expect(await seenAfterReturn()).toEqual(seen);
  });

  it('refuses databases that are not empty, and shows no password', async () => {
    await migrate(`sqlite:${source}`, url);
    const filled = await migrate(`sqlite:${source}`, url);
    expect(filled).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds a catalog, or rows of DataHub'),
    });

    const insert = `INSERT INTO metadata_aspect_v2 VALUES ('urn:li:tag:x', 'tagProperties', 0, '{}', null, now(), 'x', null)`;
    await postgres.run(url, insert);
    const folder = join(computer.home, 'unadopted');
    const unadopted = await migrate(url, `sqlite:${folder}`);
    expect(unadopted).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds 1 rows written by DataHub'),
    });
    expect(existsSync(join(folder, 'catalog.db'))).toBe(false);

    const nowhere = await migrate(`sqlite:${source}`, 'postgres://me:hush@127.0.0.1:1/nowhere');
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('127.0.0.1:1/nowhere') });
    expect(nowhere.stderr).not.toContain('hush');
  });
});
