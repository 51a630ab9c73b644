import {
  chmodSync,
  cpSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  openSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Computer } from '../../support/run-colophon.ts';
import { startServer } from '../../support/start-server.ts';

let computer: Computer;
let intact: string;
let backup: string;
beforeAll(async () => {
  computer = new Computer();
  intact = mkdtempSync(join(computer.home, 'intact-'));
  const server = await startServer({ folder: intact });
  await server.request('POST', '/api/colophon/v1/demo');
  await server.stop({ keepFolder: true });
  backup = join(computer.home, 'catalog.backup');
  expect(await computer.run(['backup', '--data', intact, '--to', backup])).toMatchObject({ code: 0 });
});
afterAll(() => computer[Symbol.dispose]());

function overwrite(file: string, place: number, bytes: Buffer): void {
  const opened = openSync(file, 'r+');
  writeSync(opened, bytes, 0, bytes.length, place);
  closeSync(opened);
}

const PAGE = 8_192;

const DAMAGES: readonly (readonly [string, (file: string) => void])[] = [
  ['cut to nothing', (file) => truncateSync(file, 0)],
  ['cut in its header', (file) => truncateSync(file, 60)],
  ['cut after a few pages', (file) => truncateSync(file, 3 * PAGE + 100)],
  ['cut in half', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['another file', (file) => writeFileSync(file, 'not a database, but long enough to look at. '.repeat(500))],
  ['overwritten at its beginning', (file) => overwrite(file, 0, Buffer.from('nonsense'))],
  ['without the pages of its first tables', (file) => overwrite(file, PAGE, Buffer.alloc(12 * PAGE))],
];

describe('a catalog.db that is', () => {
  it.each(DAMAGES)('%s: serve and doctor say how to come back, and so it is', async (_, damage) => {
    const folder = mkdtempSync(join(computer.home, 'damaged-'));
    cpSync(intact, folder, { recursive: true });
    damage(join(folder, 'catalog.db'));
    for (const command of ['serve', 'doctor']) {
      const port = command === 'serve' ? ['--port', '0', '--log-level', 'silent'] : [];
      const { code, stderr, stdout } = await computer.run([command, '--data', folder, ...port]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.trim().split('\n')).toEqual([
        expect.stringMatching(
          /^colophon: \S+catalog\.db is damaged: .+\. Stop all servers on its folder, rename the folder, and restore the last backup with 'colophon restore-backup'/,
        ),
      ]);
    }
    rmSync(folder, { recursive: true });
    expect(await computer.run(['restore-backup', backup, '--data', folder])).toMatchObject({ code: 0 });
    const server = await startServer({ folder });
    const query = '{ searchAcrossEntities(input: { query: "*" }) { total } }';
    const { data } = await server.graphql(query);
    expect(data.searchAcrossEntities.total).toBeGreaterThan(100);
    await server.stop();
  });

  it.skipIf(process.getuid?.() === 0)('not readable: says which right is missing', async () => {
    const folder = mkdtempSync(join(computer.home, 'locked-'));
    cpSync(intact, folder, { recursive: true });
    chmodSync(join(folder, 'catalog.db'), 0);
    const { code, stderr } = await computer.run(['doctor', '--data', folder]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/catalog\.db cannot be opened|EACCES/),
    });
  });
});

it('damage that only some reads meet is found by doctor, which names the way back', async () => {
  const folder = mkdtempSync(join(computer.home, 'partly-'));
  cpSync(intact, folder, { recursive: true });
  const file = join(folder, 'catalog.db');
  // The last pages are rows or indexes of large tables.
  overwrite(file, statSync(file).size - 6 * PAGE, Buffer.alloc(3 * PAGE, 7));
  const { code, stderr, stdout } = await computer.run(['doctor', '--data', folder]);
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).toMatch(/catalog\.db: |is damaged: /);
  expect(stderr).toMatch(/restore/i);
  expect(stderr).not.toMatch(/unexpected error|\n\s+at /);
});
