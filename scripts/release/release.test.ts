import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { billOfMaterials } from './bill-of-materials.ts';
import { tagProblems } from './check-tag.ts';
import { sumProblems, writeSums } from './checksums.ts';
import { CHART_FILE, chartOf, newestSection, read, statedVersions } from './repository-files.ts';
import { repositoryMembers } from './repository-members.ts';

describe('the check of a tag', () => {
  const stated = {
    versions: { 'package.json': '1.2.0', 'package-lock.json': '1.2.0' },
    heading: '1.2.0 (2026-12-01)',
    waiting: [],
  };

  it('accepts the version that all files have', () => {
    expect(tagProblems('v1.2.0', stated)).toEqual([]);
  });

  it.each(['1.2.0', 'v1.2', 'v1.2.0-rc.1', 'v1.2.0;id', 'main'])('refuses the form of %s', (tag) => {
    expect(tagProblems(tag, stated)).toEqual([expect.stringContaining(`The tag "${tag}" must be`)]);
  });

  it('names each file with another version', () => {
    const versions = { 'package.json': '1.2.0', 'package-lock.json': '1.1.0' };
    expect(tagProblems('v1.2.0', { ...stated, versions })).toEqual([
      'package-lock.json has the version 1.1.0, the tag 1.2.0.',
    ]);
  });

  it('covers both versions of the chart, which a release writes', () => {
    const chart = chartOf('1.2.0', read(CHART_FILE));
    expect(chart.match(/^(version|appVersion): 1\.2\.0$/gm)).toHaveLength(2);
    expect(Object.keys(statedVersions().versions)).toContain(`appVersion of ${CHART_FILE}`);
  });

  it.each(['1.2.0 (unreleased)', '1.1.0 (2026-11-01)', ''])('refuses the heading "%s"', (heading) => {
    expect(tagProblems('v1.2.0', { ...stated, heading })).toEqual([
      `CHANGELOG.md must begin with "## 1.2.0 (DATE)", but begins with "## ${heading}".`,
    ]);
  });

  it('refuses changes that the changelog lacks', () => {
    expect(tagProblems('v1.2.0', { ...stated, waiting: ['one.md', 'two.md'] })).toEqual([
      'changes/ has 2 files that CHANGELOG.md lacks, such as one.md.',
    ]);
  });

  it('reads the files of this repository', () => {
    const { versions, heading } = statedVersions();
    expect(new Set(Object.values(versions)).size).toBe(1);
    expect(heading).toMatch(/^\d+\.\d+\.\d+ \(/);
  });
});

describe('the notes', () => {
  it('are the newest section of the changelog, without its heading', () => {
    expect(
      newestSection('# Changelog\n\nText.\n\n## 1.1.0 (x)\n\n### Search\n\n- a\n\n## 1.0.0 (y)\n\n- b\n'),
    ).toBe('### Search\n\n- a');
  });
});

describe('the members that name the repository', () => {
  it('are those that npm compares with the proof of provenance', () => {
    expect(repositoryMembers('acme/colophon')).toEqual({
      repository: { type: 'git', url: 'git+https://github.com/acme/colophon.git' },
      homepage: 'https://github.com/acme/colophon#readme',
      bugs: { url: 'https://github.com/acme/colophon/issues' },
    });
  });

  it.each(['colophon', 'https://github.com/acme/colophon', 'acme/colophon/x', 'acme/"colophon'])(
    'are refused for %s',
    (name) => {
      expect(() => repositoryMembers(name)).toThrow('owner/name');
    },
  );
});

describe('the bill of materials', () => {
  const component = (name: string, properties: unknown[] = []) => ({
    'bom-ref': `${name}@1.0.0`,
    name,
    version: '1.0.0',
    scope: 'optional',
    externalReferences: [{ type: 'vcs', url: `git@github.com:acme/${name}.git` }],
    properties,
  });
  const installed = {
    specVersion: '1.5',
    metadata: { lifecycles: [{ phase: 'pre-build' }], component: component('colophon') },
    components: [
      component('pg', [{ name: 'cdx:npm:package:development', value: 'true' }]),
      component('pg-types'),
      component('vitest'),
    ],
    dependencies: [
      { ref: 'colophon@1.0.0', dependsOn: ['pg@1.0.0', 'vitest@1.0.0'] },
      { ref: 'pg@1.0.0', dependsOn: ['pg-types@1.0.0', 'vitest@1.0.0'] },
      { ref: 'pg-types@1.0.0' },
      { ref: 'vitest@1.0.0', dependsOn: ['pg@1.0.0'] },
    ],
  };
  const bundled = ['pg', 'pg-types'].map((name) => ({ name, version: '1.0.0', license: 'MIT' }));
  const product = { name: 'colophon', version: '1.0.0' };

  it('lists only what is bundled, as required', () => {
    expect(billOfMaterials(installed, bundled, product)).toMatchObject({
      specVersion: '1.5',
      metadata: { lifecycles: [{ phase: 'build' }], component: { type: 'application', ...product } },
      components: [
        {
          name: 'pg',
          scope: 'required',
          properties: [],
          externalReferences: [{ type: 'vcs', url: 'ssh://git@github.com/acme/pg.git' }],
        },
        { name: 'pg-types', scope: 'required' },
      ],
      dependencies: [
        { ref: 'colophon@1.0.0', dependsOn: ['pg@1.0.0', 'pg-types@1.0.0'] },
        { ref: 'pg@1.0.0', dependsOn: ['pg-types@1.0.0'] },
        { ref: 'pg-types@1.0.0', dependsOn: [] },
      ],
    });
  });

  it('is refused if a bundled version is not the installed one', () => {
    const others = [{ name: 'pg', version: '0.9.0', license: 'MIT' }];
    expect(() => billOfMaterials(installed, others, product)).toThrow(
      'pg@0.9.0 is bundled but not installed',
    );
  });
});

describe('checksums', () => {
  it('find files that are changed, added or gone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-sums-'));
    try {
      for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), name);
      writeSums(folder);
      expect(sumProblems(folder)).toEqual([]);
      writeFileSync(join(folder, 'a'), 'b');
      rmSync(join(folder, 'b'));
      writeFileSync(join(folder, 'd'), 'd');
      expect(
        sumProblems(folder)
          .map((text) => text.split(' ', 1)[0])
          .toSorted(),
      ).toEqual(['a', 'b', 'd']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
