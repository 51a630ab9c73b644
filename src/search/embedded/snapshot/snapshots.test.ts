import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unrestricted } from '../../unrestricted.ts';
import { parseUrn } from '../../../model/urn.ts';
import { MATCH_ALL } from '../../expression.ts';
import type { SearchDocument } from '../../search-index.ts';
import type { EmbeddedIndex } from '../embedded-index.ts';
import { openEmbeddedIndex } from '../open-embedded-index.ts';

function documentOf(key: string): SearchDocument {
  const urn = parseUrn(`urn:li:tag:${key}`);
  return { urn, entityType: 'tag', values: new Map([['name', [key]]]), texts: new Map() };
}

function count(index: EmbeddedIndex): Promise<number> {
  return index.count(unrestricted({ entityTypes: ['tag'], where: MATCH_ALL }));
}

describe('snapshots', () => {
  let folder = '';
  let warnings: string[] = [];
  const open = () =>
    openEmbeddedIndex({ folder, now: () => 0, log: { warn: (message) => void warnings.push(message) } });
  const segmentFile = async () => {
    const [name] = (await readdir(folder)).filter((file) => file.startsWith('segment-'));
    return join(folder, name ?? '');
  };

  beforeEach(async () => {
    warnings = [];
    folder = await mkdtemp(join(tmpdir(), 'colophon-snapshots-'));
    await using index = await open();
    await index.apply(1, ['a', 'b', 'c'].map(documentOf));
    await index.flush();
    await index.apply(2, [{ urn: parseUrn('urn:li:tag:b'), removed: true }]);
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('restore documents, deletions and position', async () => {
    await using index = await open();
    expect(index.position()).toBe(2);
    expect(await count(index)).toBe(2);
    expect(warnings).toEqual([]);
  });

  it.each<[string, () => Promise<void>]>([
    ['a manifest that is no JSON', () => writeFile(join(folder, 'manifest.json'), '{')],
    ['a manifest of another kind', () => writeFile(join(folder, 'manifest.json'), '{}')],
    ['a manifest of another format', () => edit('manifest.json', '"format":1', '"format":99')],
    ['a manifest that was changed', () => edit('manifest.json', '\\"position\\":2', '\\"position\\":3')],
    ['a missing segment', async () => rm(await segmentFile())],
    ['a truncated segment', async () => truncate(await segmentFile(), 100)],
    ['an empty segment', async () => truncate(await segmentFile(), 0)],
    ['a segment that was changed', async () => flipByte(await segmentFile())],
  ])('start empty and say so for %s', async (_, damage) => {
    await damage();
    await using index = await open();
    expect(index.position()).toBe(0);
    expect(await count(index)).toBe(0);
    expect(warnings).toHaveLength(1);
    await index.apply(3, [documentOf('d')]);
    await index.flush();
    expect((await readdir(folder)).filter((file) => file.startsWith('segment-'))).toHaveLength(1);
  });

  it('ignore files that a killed process left incomplete', async () => {
    await writeFile(join(folder, 'segment-99.bin.tmp'), 'half');
    await writeFile(join(folder, 'manifest.json.tmp'), 'half');
    await using index = await open();
    expect(await count(index)).toBe(2);
    await index.apply(3, [documentOf('d')]);
    await index.flush();
    expect((await readdir(folder)).filter((file) => file.startsWith('segment-99'))).toEqual([]);
  });

  async function edit(name: string, from: string, to: string): Promise<void> {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
  }

  async function flipByte(path: string): Promise<void> {
    const bytes = await readFile(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(path, bytes);
  }
});
