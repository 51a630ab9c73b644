import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AREAS, CHANGES, KINDS, parseChange, readChanges, type Change } from './read-changes.ts';
import { addRelease, nextVersion } from './write-release.ts';

const REPOSITORY = join(CHANGES, '..');
const change = (kind: Change['kind'], area: Change['area'], text: string): Change => ({
  file: `${text}.md`,
  kind,
  area,
  text,
});
const after = (version: string): string => `# Changelog\n\n## ${version}\n\n- before\n`;

describe('the files of changes/', () => {
  it('have the format that their README describes', () => {
    expect(() => readChanges(CHANGES)).not.toThrow();
  });

  it('have the areas and kinds that the README lists', () => {
    const rows = readFileSync(join(CHANGES, 'README.md'), 'utf8').matchAll(
      /^\| `(area|kind)` \| (.*?) *\|$/gm,
    );
    const listed = new Map(
      [...rows].map(([, name, values = '']) => [name, values.replaceAll('`', '').split(', ')]),
    );
    expect(listed.get('area')).toEqual(Object.keys(AREAS));
    expect(listed.get('kind')?.toSorted()).toEqual(KINDS.toSorted());
  });

  it.each([
    ['no front matter', 'Text.'],
    ['no text', '---\nkind: added\narea: web\n---\n\n'],
    ['another kind', '---\nkind: new\narea: web\n---\nText.\n'],
    ['another area', '---\nkind: added\narea: toString\n---\nText.\n'],
    ['a further member', '---\nkind: added\narea: web\nissue: 1\n---\nText.\n'],
  ])('are refused with %s', (_, contents) => {
    expect(() => parseChange('x.md', contents)).toThrow('changes/x.md');
  });
});

describe('the next version', () => {
  it.each([
    ['0.1.0 (unreleased)', ['removed'], '0.1.0'],
    ['0.1.0 (2026-12-01)', ['fixed', 'security'], '0.1.1'],
    ['0.1.1 (2026-12-01)', ['fixed', 'added'], '0.2.0'],
    ['0.1.1 (2026-12-01)', ['removed'], '0.2.0'],
    ['1.2.3 (2026-12-01)', ['changed'], '1.3.0'],
    ['1.2.3 (2026-12-01)', ['removed', 'added'], '2.0.0'],
  ] as const)('after %s with %j is %s', (version, kinds, next) => {
    const changes = kinds.map((kind) => change(kind, 'web', kind));
    expect(nextVersion(after(version), changes)).toBe(next);
  });

  it('of this repository is the one in package.json until that is released', () => {
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(readFileSync(join(REPOSITORY, 'CHANGELOG.md'), 'utf8')).toMatch(`\n## ${version} (`);
  });
});

describe('the changelog', () => {
  const changes = [
    change('fixed', 'web', 'A page.'),
    change('added', 'engines', 'An engine.'),
    change('added', 'catalog', 'Two\nlines, $& as they are.'),
  ];
  const section =
    '## 0.1.0 (2026-12-01)\n\nAdded:\n\n- _Catalog_: Two\n  lines, $& as they are.\n- _Engines and operation_: An engine.\n\nFixed:\n\n- _Web interface_: A page.';

  it('gets the notes before the text of an unreleased version', () => {
    const release = { version: '0.1.0', date: '2026-12-01' };
    expect(addRelease(after('0.1.0 (unreleased)'), release, changes)).toEqual({
      section,
      page: `# Changelog\n\n${section}\n\n- before\n`,
    });
  });

  it('gets a section before the newest released version', () => {
    const release = { version: '0.1.0', date: '2026-12-01' };
    const { page } = addRelease(after('0.0.9 (2026-11-01)'), release, changes);
    expect(page).toBe(`# Changelog\n\n${section}\n\n## 0.0.9 (2026-11-01)\n\n- before\n`);
  });
});
