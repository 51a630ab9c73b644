import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file with the checksums of all others in the folder, in the format of `sha256sum`. */
export const SUMS = 'SHA256SUMS';

function sumsOf(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name !== SUMS)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}

export function writeSums(folder: string): void {
  writeFileSync(join(folder, SUMS), sumsOf(folder));
}

/** Sentences about the files that do not match the sums, are missing or have none. */
export function sumProblems(folder: string): readonly string[] {
  const lines = (text: string): Set<string> => new Set(text.split('\n').filter((line) => line !== ''));
  const [stated, found] = [lines(readFileSync(join(folder, SUMS), 'utf8')), lines(sumsOf(folder))];
  const names = new Set([...stated.symmetricDifference(found)].map((line) => line.slice(66)));
  return [...names].map(
    (name) => `${name} differs from the checksum that ${SUMS} has, or is in one of both only.`,
  );
}
