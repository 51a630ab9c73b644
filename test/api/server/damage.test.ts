import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED, effort } from '../../support/effort.ts';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';

const DOCTOR = '/api/colophon/v1/doctor';
const DATASETS = 60;
/** Number of random bit flips. */
const FLIPS = effort(8);

const urnOf = (i: number): string => datasetUrn(`damaged.${i}`);
const pathOf = (i: number): string => `/openapi/v3/entity/dataset/${encodeURIComponent(urnOf(i))}`;
const warningsOf = ({ headers }: Answer): string => headers.get('x-colophon-warnings') ?? '';

let original: string;
const folders: string[] = [];
/** Expected state of each dataset. */
const truth: string[] = [];

beforeAll(async () => {
  original = newFolder();
  const server = await startServer({ folder: original });
  for (let i = 0; i < DATASETS; i++) {
    await clientOf(server).dataset(`damaged.${i}`, { name: `name of ${i}`, description: 'x'.repeat(i * 20) });
    await clientOf(server).post(urnOf(i), 'status', { removed: false });
  }
  await clientOf(server).post(urnOf(1), 'datasetProfile', { timestampMillis: 86_400_000, rowCount: 4711 });
  await clientOf(server).post(urnOf(1), 'datasetProfile', {
    timestampMillis: 2 * 86_400_000,
    rowCount: 4712,
  });
  await clientOf(server).dataset('gone', { name: 'gone', description: 'name of gone' });
  await server.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(datasetUrn('gone'))}`);
  for (let i = 0; i < DATASETS; i++) truth.push((await server.request('GET', pathOf(i))).text);
  await server.stop({ keepFolder: true });
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-damage-'));
  folders.push(folder);
  return folder;
}

/** A copy of the catalog with one bit flipped in these bytes of `catalog.db`, with its index or without. */
function flipped(places: readonly number[], bit: number, hasIndex: boolean): string {
  const folder = newFolder();
  cpSync(original, folder, { recursive: true });
  if (!hasIndex) rmSync(join(folder, 'index'), { recursive: true });
  const file = join(folder, 'catalog.db');
  const bytes = readFileSync(file);
  for (const byte of places) bytes.writeUInt8(bytes.readUInt8(byte) ^ (1 << bit), byte);
  writeFileSync(file, bytes);
  return folder;
}

/** Positions of a text in the file: the row, and remains of earlier positions in free parts of pages. */
function placesOf(text: string): readonly number[] {
  const bytes = readFileSync(join(original, 'catalog.db'));
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
  expect(places.length).toBeGreaterThan(0);
  return places;
}

interface DoctorReport {
  readonly state: string;
  readonly result?: {
    damaged: number;
    damagedRows: { version: number }[];
    fileProblems: string[];
    repaired: number;
  };
}

async function doctorOf(server: TestServer, repair = false): Promise<DoctorReport> {
  const { json } = await server.request('POST', DOCTOR, { repair });
  let report: Answer['json'];
  await until('doctor has ended', async () => {
    report = (await server.request('GET', `${DOCTOR}/${json.id}`)).json;
    return report.state === 'succeeded' || report.state === 'failed';
  });
  return report;
}

describe.each([true, false])('a flipped bit in a value, with an index: %s', (hasIndex) => {
  it('is reported by requests and by doctor, which names the row, and is never indexed', async () => {
    const places = placesOf('"name of 7"').map((place) => place + 4);
    const folder = flipped(places, 1, hasIndex);
    const server = await startServer({ folder });
    const answer = await server.request('GET', pathOf(7));
    expect(answer.status).toBe(200);
    expect(answer.json.datasetProperties).toBeUndefined();
    expect(warningsOf(answer)).toContain('left out of this answer');
    expect(answer.text + warningsOf(answer)).not.toContain('damaged.8');

    for (const repair of [false, true]) {
      const { result } = await doctorOf(server, repair);
      expect(result?.damagedRows).toEqual([
        { urn: urnOf(7), aspectName: 'datasetProperties', version: 0, problem: 'its checksum is wrong' },
      ]);
      expect([result?.damaged, result?.fileProblems, result?.repaired]).toEqual([1, [], 0]);
    }
    const query = `{ searchAcrossEntities(input: { query: "\\"name of 7\\"", types: [DATASET] }) { total } }`;
    const { data } = await server.graphql(query);
    expect(data.searchAcrossEntities.total > 0).toBe(hasIndex);

    // Writing it again repairs it.
    const value = { name: 'name of 7', description: 'x'.repeat(140) };
    await server.request('POST', aspectPath(urnOf(7), 'datasetProperties'), value);
    const healed = await server.request('GET', pathOf(7));
    expect([healed.text, warningsOf(healed)]).toEqual([truth[7], '']);
    const after = await doctorOf(server);
    // The damaged version is now an earlier one.
    expect(after.result?.damagedRows.map(({ version }) => version)).toEqual([1]);
    await server.stop({ keepFolder: true });
  });
});

describe('a flipped bit', () => {
  const profiles = `{ dataset(urn: "${urnOf(1)}") { datasetProfiles { rowCount } } }`;

  it('in a point omits it, with a warning, and doctor names it', async () => {
    const server = await startServer({ folder: flipped(placesOf('4711'), 1, true) });
    const answer = await server.request('POST', '/api/graphql', { query: profiles });
    expect(answer.json.data.dataset.datasetProfiles).toEqual([{ rowCount: 4712 }]);
    expect(warningsOf(answer)).toContain('left out of this answer');
    expect((await doctorOf(server)).result?.damagedRows).toEqual([
      {
        urn: urnOf(1),
        aspectName: 'datasetProfile',
        version: 0,
        timestampMillis: 86_400_000,
        problem: 'its checksum is wrong',
      },
    ]);
    await server.stop({ keepFolder: true });
  });

  it('in a hard-deleted aspect is not restored by an undo, which warns, and doctor names it', async () => {
    const urn = datasetUrn('gone');
    const server = await startServer({ folder: flipped(placesOf('name of gone'), 1, true) });
    const { damagedRows } = (await doctorOf(server)).result ?? {};
    expect(damagedRows).toEqual([
      {
        urn,
        aspectName: 'datasetProperties',
        version: 0,
        deletedIn: expect.any(Number),
        problem: 'its checksum is wrong',
      },
    ]);
    const undone = await server.request('POST', '/api/colophon/v1/undo', { urn });
    expect(warningsOf(undone)).toContain('left out of this answer');
    const found = await server.request('GET', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`);
    expect(found.text).not.toContain('name of');
    await server.stop({ keepFolder: true });
  });

  it('in the record of an entity is reported by requests and by doctor', async () => {
    const folder = newFolder();
    cpSync(original, folder, { recursive: true });
    {
      using database = new DatabaseSync(join(folder, 'catalog.db'));
      database.prepare('UPDATE entity SET createdon = createdon + 1024 WHERE urn = ?').run(urnOf(3));
    }
    const server = await startServer({ folder });
    expect(warningsOf(await server.request('GET', pathOf(3)))).toContain('left out of this answer');
    expect((await doctorOf(server)).result?.damagedRows).toEqual([
      {
        urn: urnOf(3),
        aspectName: 'the entity itself',
        version: 0,
        problem: 'its checksum is wrong',
      },
    ]);
    await server.stop({ keepFolder: true });
  });
});

it('an export omits the damaged row, and reports it', async () => {
  const places = placesOf('"name of 9"').map((place) => place + 4);
  const folder = flipped(places, 1, false);
  using computer = new Computer();
  const { code, stderr, stdout } = await computer.run(['export', '--data', folder, '--type', 'dataset']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('left out of this answer')]);
  expect(stdout).toContain('name of 8');
  expect(stdout).not.toContain('name of 9"');
});

it(`no flipped bit changes a response silently (${FLIPS} flips, seed ${SEED})`, async () => {
  const { length } = readFileSync(join(original, 'catalog.db'));
  const random = randomFrom(SEED);
  for (let flip = 0; flip < FLIPS; flip++) {
    const [byte, bit] = [Math.floor(random() * length), Math.floor(random() * 8)];
    const what = `bit ${bit} of byte ${byte}`;
    const folder = flipped([byte], bit, flip % 2 === 0);
    let server: TestServer;
    try {
      server = await startServer({ folder });
    } catch (error) {
      // Refusing to start also reports the damage.
      expect(String(error), what).not.toBe('');
      continue;
    }
    const wrong: string[] = [];
    for (let i = 0; i < DATASETS; i++) {
      const answer = await server.request('GET', pathOf(i));
      if (answer.text === truth[i] || answer.status >= 500 || warningsOf(answer) !== '') continue;
      if (answer.status === 200) expect(JSON.parse(truth[i] ?? ''), what).toMatchObject(answer.json);
      wrong.push(`${answer.status} ${answer.text}`);
    }
    const report = await doctorOf(server);
    const { damaged, fileProblems } = report.result ?? { damaged: 0, fileProblems: [] };
    const isReported = report.state !== 'succeeded' || damaged > 0 || fileProblems.length > 0;
    // Entities and aspects that are missing without a warning are found by doctor; existing ones are as written.
    if (wrong.length > 0) expect([what, wrong, isReported]).toEqual([what, wrong, true]);
    await server.stop({ keepFolder: true });
  }
});

/** Pseudo-random numbers from 0 to 1, from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
