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
  it('is that of the introduction', () => {
    const changes = [change('fixed', 'web', 'fixed')];
    expect(nextVersion(after('0.1.0 (unreleased)'), changes, { version: '1.0.0', text: '' })).toBe('1.0.0');
  });

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
    change('changed', 'web', 'A word.'),
    change('added', 'engines', 'An engine.'),
    change('added', 'catalog', 'Two\nlines, $& as they are.'),
  ];
  const section =
    '## 0.1.0 (2026-12-01)\n\n### Catalog\n\n- Two\n  lines, $& as they are.\n\n### Web interface\n\n- _Changed:_ A word.\n- _Fixed:_ A page.\n\n### Engines and operation\n\n- An engine.';

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

  it('begins with the introduction and what one has to do', () => {
    const introduction = { version: '1.0.0', text: 'The first.' };
    const [one = change('added', 'web', '')] = changes;
    const release = { version: '1.0.0', date: '2026-12-01', introduction };
    expect(addRelease(after('0.1.0 (unreleased)'), release, [{ ...one, action: 'Reload.' }]).section).toBe(
      '## 1.0.0 (2026-12-01)\n\nThe first.\n\n### What to do when upgrading\n\n- Reload.\n\n### Web interface\n\n- _Fixed:_ A page.',
    );
  });

  it('leaves the list of changes to the page for details', () => {
    const introduction = { details: 'docs/details.md', text: 'The first.' };
    const release = { version: '1.0.0', date: '2026-12-01', introduction };
    const linked = change(
      'added',
      'docs',
      '[A](docs/a.md#x), [B](README.md), [C](https://c.example/), [D](#d).',
    );
    const { details, page } = addRelease(after('0.1.0 (unreleased)'), release, [...changes, linked]);
    expect(page).toBe(
      '# Changelog\n\n## 1.0.0 (2026-12-01)\n\nThe first.\n\n[All changes in detail](docs/details.md).\n',
    );
    expect(details).toMatch(/^# Changes before 1\.0\.0\n/);
    expect(details).toContain('### Web interface\n\n- _Changed:_ A word.\n- _Fixed:_ A page.\n');
    expect(details).toContain('- [A](a.md#x), [B](../README.md), [C](https://c.example/), [D](#d).');
    expect(details).toMatch(/### Earlier\n\n- before\n$/);
  });
});
