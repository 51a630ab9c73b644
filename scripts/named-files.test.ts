import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../test/planted-faults/faults.ts';

const REPOSITORY = join(import.meta.dirname, '..');
const FILES = globSync('{src,scripts,test,bench,docs,examples,registry,services,web/src}/**', {
  cwd: REPOSITORY,
});
const NAMED = [...FILES, ...globSync('*', { cwd: REPOSITORY })].map((file) => `/${file}`);
const PAGES = globSync('{*.md,docs/**/*.md}', { cwd: REPOSITORY });
const FURTHER_PAGES = globSync('{.github,bench,changes,examples,registry,services,src,test,web}/**/*.md', {
  cwd: REPOSITORY,
  exclude: (file) => /node_modules|^web\/dist/.test(file),
});

const contents = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');
/** Whether the path, or a path that ends with it, is a file or a folder. */
const exists = (path: string): boolean => NAMED.some((file) => file.endsWith(`/${path}`));

describe('files that are named elsewhere', () => {
  it.each(PAGES)('exist when %s names them', (page) => {
    const text = contents(page);
    const sources = text.match(/(?<![\w./*}>-])[\w-][\w./-]*\.tsx?\b/g) ?? [];
    const folders = text.match(/(?<=`)(src|scripts|test|bench|registry)\/[\w./-]+(?=`)/g) ?? [];
    const missing = [...sources, ...folders].filter((path) => !exists(path.replace(/\/$/, '')));
    expect(missing).toEqual([]);
  });

  it.each([...PAGES, ...FURTHER_PAGES])('exist when %s links to them', (page) => {
    const links = [...contents(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    const files = links.filter((link) => !/^[a-z]+:/.test(link));
    // Texts of changes become parts of CHANGELOG.md.
    const folder = /^changes\/(?!README)/.test(page) ? '.' : dirname(page);
    expect(files.filter((file) => !existsSync(join(REPOSITORY, folder, file)))).toEqual([]);
  });

  it('have the test titles that docs/security.md quotes', () => {
    const tests = globSync('{src,test,scripts}/**/*.ts', { cwd: REPOSITORY }).map(contents).join('\n');
    // A column of tests comes last in its table; a quoted title may be a part of the whole one.
    const lastCells = contents('docs/security.md').match(/(?<=\| )[^|\n]*(?=\|$)/gm) ?? [];
    const titles = lastCells.flatMap((cell) =>
      [...cell.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    );
    expect(titles.length).toBeGreaterThan(80);
    const isThere = (title: string): boolean =>
      title.split('...').every((part) => tests.includes(part.trim()));
    expect(titles.filter((title) => !isThere(title))).toEqual([]);
  });

  it.each(FAULTS)('exist for the fault $name, with the text that it replaces', ({ file, find, suspects }) => {
    expect(contents(file).split(find)).toHaveLength(2);
    const missing = suspects.flatMap(([, ...tests]) => tests.filter((path) => !exists(path)));
    expect(missing).toEqual([]);
  });
});
