import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '..');
const FILES = globSync('docs/adr/0*.md', { cwd: REPOSITORY }).toSorted();
const contents = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');

/** Number, title, date and status of a record. */
const HEAD = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d{2}-\d{2})\. Status: (accepted|superseded by \[.+\))\.\n/;
/** Lines of one page. */
const MOST_LINES = 45;

describe('decision records', () => {
  it.each(FILES)('%s is one page with number, date and status', (file) => {
    const text = contents(file);
    expect(text).toMatch(HEAD);
    expect(basename(file).slice(0, 4)).toBe(HEAD.exec(text)?.[1]?.padStart(4, '0'));
    expect(text.split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  it('are in the index, with their title, date and status', () => {
    const rows = [
      ...contents('docs/adr/README.md').matchAll(
        /^\| *(\d+) *\| \[(.+?)\]\((.+?)\) *\| (\S+) \| (.+?) *\|$/gm,
      ),
    ];
    const records = FILES.map((file) => {
      const [, number, title, date, status] = HEAD.exec(contents(file)) ?? [];
      return [number, title, basename(file), date, status];
    });
    expect(rows.map((row) => row.slice(1, 6))).toEqual(records);
  });

  it('have every number except those that the index lists as not used', () => {
    const numbers = FILES.map((file) => Number(basename(file).slice(0, 4)));
    const unused = [...contents('docs/adr/README.md').matchAll(/^Number (\d+) was not used/gm)].map(([, n]) =>
      Number(n),
    );
    const all = [...numbers, ...unused].toSorted((one, other) => one - other);
    expect(all).toEqual(all.map((_, index) => index + 1));
  });
});

describe('packages in the server', () => {
  it('are those that docs/design/dependencies.md gives a reason for', () => {
    const cells = [...contents('docs/design/dependencies.md').matchAll(/^\| (`.+?) *\|/gm)].map(
      ([, cell = '']) => cell,
    );
    const named = cells.flatMap((cell) => cell.match(/(?<=`)[@\w/*-]+(?=`)/g) ?? []);
    const covers = (one: string, name: string): boolean =>
      one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1)));
    const used = [...importedPackages(), ...EXPLORERS];
    expect(used.filter((name) => !named.some((one) => covers(one, name)))).toEqual([]);
    expect(named.filter((one) => !used.some((name) => covers(one, name)))).toEqual([]);
  });
});

/** Packages whose files the explorers of GraphQL and the API load (scripts/build-web.ts). */
const EXPLORERS = ['graphiql', 'react', 'react-dom', 'swagger-ui-dist'];

/** Names of the packages that code of the server imports, types excluded. */
function importedPackages(): string[] {
  const files = globSync('src/**/*.ts', { cwd: REPOSITORY }).filter((file) => !file.endsWith('.test.ts'));
  const imports =
    /^(?:import|export)(?! type\b)[^;]*? from '(@?[a-z][\w./-]*)'|\bimport\('(@?[a-z][\w./-]*)'\)/gm;
  const names = files.flatMap((file) =>
    [...contents(file).matchAll(imports)].map(([, one, other]) => one ?? other ?? ''),
  );
  const packages = names.filter((name) => !name.startsWith('node:'));
  return [...new Set(packages.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))].sort();
}
