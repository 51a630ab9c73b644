import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '../../../test/contract/search-documents.ts';
import { unrestricted } from '../unrestricted.ts';
import { MATCH_ALL } from '../expression.ts';
import type { IndexSlot } from '../index-slots.ts';
import { EmbeddedSlots } from './embedded-slots.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'colophon-slots-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const slots = (documents = 'v1') => new EmbeddedSlots({ root, documents, now: () => 1 });
const close = ({ index }: IndexSlot) => index[Symbol.asyncDispose]();
const total = ({ index }: IndexSlot) =>
  index.count(unrestricted({ entityTypes: ['dataset'], where: MATCH_ALL }));

/** Creates an index of one document and closes it. */
async function fill(documents = 'v1'): Promise<void> {
  const current = await slots(documents).openCurrent();
  await current.index.apply(7, [documentOf('a')]);
  await close(current);
}

describe('EmbeddedSlots', () => {
  it('reopens an index with its content', async () => {
    await fill();
    const opened = await slots().openCurrent();
    expect(opened.index.position()).toBe(7);
    expect(await total(opened)).toBe(1);
    expect(opened.isOutdated).toBe(false);
    await close(opened);
  });

  it('reports documents of another version as outdated until they are rebuilt', async () => {
    await fill('v1');
    const second = slots('v2');
    const old = await second.openCurrent();
    expect(old.isOutdated).toBe(true);
    const next = await second.openNext();
    await next.index.apply(9, [documentOf('a'), documentOf('b')]);
    await next.index.flush();
    await next.adopt();
    await old.remove();
    await close(next);
    const opened = await slots('v2').openCurrent();
    expect(opened.isOutdated).toBe(false);
    expect(opened.index.position()).toBe(9);
    await close(opened);
    expect(readdirSync(root).sort()).toEqual(['2', 'current']);
  });

  it('keeps the old one, and only it, when the next one was never adopted', async () => {
    await fill();
    const first = slots();
    const current = await first.openCurrent();
    const next = await first.openNext();
    await next.index.apply(9, [documentOf('b')]);
    await next.index.flush();
    await close(current);
    // Leftovers of a killed process.
    expect(readdirSync(root).sort()).toEqual(['1', '2', 'current']);
    const opened = await slots().openCurrent();
    expect(opened.index.position()).toBe(7);
    expect(readdirSync(root).sort()).toEqual(['1', 'current']);
    await close(opened);
  });

  it('removes an abandoned index', async () => {
    const own = slots();
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
    const opened = await slots().openCurrent();
    expect(opened.index.position()).toBe(0);
    expect(opened.isOutdated).toBe(false);
    await close(opened);
    expect(readdirSync(root).sort()).toEqual(['1', 'current']);
  });

  it('treats an empty index as one of this version, regardless of the pointer', async () => {
    await fill('v1');
    rmSync(join(root, '1', 'manifest.json'));
    const opened = await slots('v2').openCurrent();
    expect(opened.index.position()).toBe(0);
    expect(opened.isOutdated).toBe(false);
    await close(opened);
  });
});
