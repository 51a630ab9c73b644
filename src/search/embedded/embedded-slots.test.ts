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

const PROGRESS = { upTo: { sequence: 5 }, seen: { sequence: 6, id: 'x' }, place: 200, entities: 3 };

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

  /** Fills a part of a second index, and ends like a killed process. */
  async function fillInPart(): Promise<void> {
    await fill();
    const first = slots();
    const current = await first.openCurrent();
    const next = await first.openNext();
    await next.index.apply(0, [documentOf('b'), documentOf('c')]);
    next.index.recordFill(PROGRESS);
    await next.index.flush();
    await close(current);
    expect(readdirSync(root).sort()).toEqual(['1', '2', 'current']);
  }

  it('resumes an index of a killed process, if asked to', async () => {
    await fillInPart();
    const own = slots();
    const current = await own.openCurrent();
    expect(current.index.position()).toBe(7);
    const next = await own.openNext((left) => Promise.resolve(left.fillProgress() !== undefined));
    expect([next.index.position(), next.index.fillProgress(), await total(next)]).toEqual([0, PROGRESS, 2]);
    // Left unfinished again, without a kill.
    await next.leave();
    const again = await own.openNext(() => Promise.resolve(true));
    expect([again.index.fillProgress(), await total(again)]).toEqual([PROGRESS, 2]);
    await again.adopt();
    await current.remove();
    await close(again);
    expect(readdirSync(root).sort()).toEqual(['2', 'current']);
  });

  it('starts over if not asked to resume, or if the unfinished index is refused', async () => {
    for (const canResume of [undefined, () => Promise.resolve(false)]) {
      rmSync(root, { recursive: true });
      await fillInPart();
      const own = slots();
      const current = await own.openCurrent();
      const next = await own.openNext(canResume);
      expect([next.index.fillProgress(), await total(next)]).toEqual([undefined, 0]);
      expect(readdirSync(root).sort()).toEqual(['1', '3', 'current']);
      await Promise.all([close(current), close(next)]);
    }
  });

  it('keeps only the index in use if another version began the next one', async () => {
    await fillInPart();
    const current = await slots('v2').openCurrent();
    expect(current.index.position()).toBe(7);
    expect(readdirSync(root).sort()).toEqual(['1', 'current']);
    await close(current);
  });

  it.each([
    ['resumes', 'v1', 1],
    ['empties', 'v2', 0],
  ])('%s an index in use that was partly filled by %s', async (_, documents, expected) => {
    const first = await slots('v1').openCurrent();
    await first.index.apply(0, [documentOf('a')]);
    first.index.recordFill(PROGRESS);
    await close(first);
    const opened = await slots(documents).openCurrent();
    expect([await total(opened), opened.isOutdated]).toEqual([expected, false]);
    expect(opened.index.fillProgress()).toEqual(expected === 0 ? undefined : PROGRESS);
    await close(opened);
    expect(readdirSync(root)).toHaveLength(2);
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
