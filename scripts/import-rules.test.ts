import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '..');

/** The rules that list all allowed imports of a folder: the folder itself is the first of the paths. */
const rules = v.object({ forbidden: v.array(v.object({ from: v.unknown(), to: v.unknown() })) });
const folderRule = v.object({
  from: v.object({ path: v.string() }),
  to: v.strictObject({ path: v.picklist(['^src/', '^web/src/']), pathNot: v.array(v.string()) }),
});

/** Allowed imports of each folder, by its name in the docs; without `util`, which everything may import. */
function importsByRules(config: string): Readonly<Record<string, readonly string[]>> {
  const { forbidden } = v.parse(rules, createRequire(import.meta.url)(join(REPOSITORY, config)));
  const imports = forbidden.flatMap((rule) => {
    const { success, output } = v.safeParse(folderRule, rule);
    if (!success) return [];
    const [folder = '', ...allowed] = output.to.pathNot.map(nameOf);
    return [[folder, allowed.filter((name) => name !== 'util').toSorted()] as const];
  });
  return Object.fromEntries(imports);
}

/** `^src/store/(?!sqlite/|postgres/)` is `store`, and `^src/server\.ts$` is `server.ts`. */
function nameOf(pattern: string): string {
  const path = pattern.replace(/^\^(web\/)?src\//, '').replaceAll('\\', '');
  return path.startsWith('(util/|') ? 'util' : path.replace(/\/?(\(\?!.*\)|\$)?$/, '');
}

/** Allowed imports by a table with the last column _May import_: the names in backticks before a semicolon or a colon. */
function importsByPage(page: string): Readonly<Record<string, readonly string[]>> {
  const [, table = ''] =
    /\n(\|[^\n]*\| May import +\|\n(?:\|[^\n]*\n)+)/.exec(readFileSync(join(REPOSITORY, page), 'utf8')) ?? [];
  const rows = table.split('\n').slice(2, -1);
  const imports = rows.flatMap((row) => {
    const [, folders = '', ...others] = row.split('|');
    const [allowed = ''] = (others.at(-2) ?? '').split(/[;:]/);
    if (['', 'everything'].includes(allowed.trim())) return [];
    const names = allowed.startsWith(' nothing') ? [] : namesIn(allowed);
    const holders = namesIn(folders);
    // The row of `util` also names the files that belong to it.
    return (holders.includes('util') ? ['util'] : holders).map(
      (folder) => [folder, names.toSorted()] as const,
    );
  });
  return Object.fromEntries(imports);
}

function namesIn(text: string): readonly string[] {
  return (text.match(/(?<=`)[\w./-]+(?=`)/g) ?? []).map((name) => name.replace(/\/$/, ''));
}

describe('import rules', () => {
  it.each([
    ['ARCHITECTURE.md', '.dependency-cruiser.cjs', 23],
    ['web/README.md', 'web/.dependency-cruiser.cjs', 6],
  ])('in %s are those of %s', (page, config, count) => {
    expect(importsByPage(page)).toEqual(importsByRules(config));
    expect(Object.keys(importsByPage(page))).toHaveLength(count);
  });
});
