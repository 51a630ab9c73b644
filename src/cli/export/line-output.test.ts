import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withLineOutput } from './line-output.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-lines-'));
  path = join(folder, 'lines');
});
afterEach(() => rmSync(folder, { recursive: true }));

const context = () => ({ folder, print: () => expect.unreachable('It prints, although it has a file.') });

it('returns what the work returns, and the file has its name then', async () => {
  const result = await withLineOutput('lines', context(), async (write) => {
    await write(['one', 'two']);
    expect(readdirSync(folder)).toEqual(['lines.part']);
    return 2;
  });
  expect(result).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(readdirSync(folder)).toEqual(['lines']);
});

it('refuses a folder before any work', async () => {
  mkdirSync(path);
  await expect(withLineOutput('lines', context(), () => expect.unreachable('It works.'))).rejects.toThrow(
    `${path} cannot be written: it is a folder. Name another file with --out.`,
  );
});

it('says that the file cannot get its name, and removes what it has written', async () => {
  const written = withLineOutput('lines', context(), async (write) => {
    await write(['one']);
    // In the way of the file, as on Windows a program that has it open.
    mkdirSync(path);
  });
  await expect(written).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(/lines cannot be written: EISDIR.*\. Name another file with --out\.$/),
  });
  expect(readdirSync(folder)).toEqual(['lines']);
});
