import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '../../../test/contract/search-documents.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { MATCH_ALL } from '../expression.ts';
import type { ShelvedIndex } from '../index-shelf.ts';
import { EmbeddedShelf } from './embedded-shelf.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'colophon-shelf-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const shelf = (documents = 'v1') => new EmbeddedShelf({ root, documents, now: () => 1 });
const close = ({ index }: ShelvedIndex) => index[Symbol.asyncDispose]();
const total = ({ index }: ShelvedIndex) =>
  index.count({ entityTypes: ['dataset'], where: MATCH_ALL }, EVERYTHING);

/** Creates an index of one document and closes it. */
async function fill(documents = 'v1'): Promise<void> {
  const current = await shelf(documents).openCurrent();
  await current.index.apply(7, [documentOf('a')]);
  await close(current);
}

describe('EmbeddedShelf', () => {
  it('reopens an index with its content', async () => {
    await fill();
    const opened = await shelf().openCurrent();
    expect(opened.index.position()).toBe(7);
    expect(await total(opened)).toBe(1);
    expect(opened.isOutdated).toBe(false);
    await close(opened);
  });

  it('reports documents of another version as outdated until they are rebuilt', async () => {
    await fill('v1');
    const second = shelf('v2');
    const old = await second.openCurrent();
    expect(old.isOutdated).toBe(true);
    const next = await second.openNext();
    await next.index.apply(9, [documentOf('a'), documentOf('b')]);
    await next.index.flush();
    await next.adopt();
    await old.remove();
    await close(next);
    const opened = await shelf('v2').openCurrent();
    expect(opened.isOutdated).toBe(false);
    expect(opened.index.position()).toBe(9);
    await close(opened);
    expect(readdirSync(root).sort()).toEqual(['2', 'current']);
  });

  it('keeps the old one, and only it, when the next one was never adopted', async () => {
    await fill();
    const first = shelf();
    const current = await first.openCurrent();
    const next = await first.openNext();
    await next.index.apply(9, [documentOf('b')]);
    await next.index.flush();
    await close(current);
    // Leftovers of a killed process.
    expect(readdirSync(root).sort()).toEqual(['1', '2', 'current']);
    const opened = await shelf().openCurrent();
    expect(opened.index.position()).toBe(7);
    expect(readdirSync(root).sort()).toEqual(['1', 'current']);
    await close(opened);
  });

  it('removes an abandoned index', async () => {
    const own = shelf();
    const current = await own.openCurrent();
    const next = await own.openNext();
    expect(existsSync(join(root, '2'))).toBe(true);
    await next.remove();
    expect(existsSync(join(root, '2'))).toBe(false);
    await close(current);
  });

  it.each(['{"number":', '{"number":"1"}', '[]'])('starts empty when the pointer says %s', async (text) => {
    await fill();
    writeFileSync(join(root, 'current'), text);
    mkdirSync(join(root, '17'));
    const opened = await shelf().openCurrent();
    expect(opened.index.position()).toBe(0);
    expect(opened.isOutdated).toBe(false);
    await close(opened);
    expect(readdirSync(root).sort()).toEqual(['1', 'current']);
  });

  it('treats an empty index as one of this version, regardless of the pointer', async () => {
    await fill('v1');
    rmSync(join(root, '1', 'manifest.json'));
    const opened = await shelf('v2').openCurrent();
    expect(opened.index.position()).toBe(0);
    expect(opened.isOutdated).toBe(false);
    await close(opened);
  });
});
