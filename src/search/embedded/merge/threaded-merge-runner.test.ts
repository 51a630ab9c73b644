import { afterEach, describe, expect, it } from 'vitest';
import { parseUrn } from '../../../model/urn.ts';
import { buildSegment } from '../build/build-segment.ts';
import { Sections } from '../segment/sections.ts';
import { mergeInputs, type MergeInput } from './merge-runner.ts';
import { ThreadedMergeRunner } from './threaded-merge-runner.ts';

function segmentOf(...keys: string[]): MergeInput {
  const documents = keys.map((key) => ({
    urn: parseUrn(`urn:li:tag:${key}`),
    entityType: 'tag',
    values: new Map([['name', [key]]]),
    texts: new Map([['name', [key]]]),
  }));
  return { buffer: buildSegment(documents), deleted: new Uint32Array(1) };
}

function usedBytes(buffer: SharedArrayBuffer): Buffer {
  return Buffer.from(buffer, 0, new Sections(buffer).usedBytes);
}

describe('ThreadedMergeRunner', () => {
  const runner = new ThreadedMergeRunner();

  afterEach(() => runner.stop());

  it('returns the same result as a merge in this thread, one merge after the other', async () => {
    const inputs = [segmentOf('a', 'c'), segmentOf('b', 'd')];
    const expected = mergeInputs(inputs);
    const merged = await Promise.all([runner.run(inputs), runner.run(inputs)]);
    for (const { buffer, docMaps } of merged) {
      expect(docMaps).toEqual(expected.docMaps);
      expect(usedBytes(buffer).equals(usedBytes(expected.buffer))).toBe(true);
    }
  });

  it('fails running merges when it is stopped, and can be used again', async () => {
    const given = runner.run([segmentOf('a')]);
    await Promise.all([expect(given).rejects.toThrow('the merge thread ended'), runner.stop()]);
    expect((await runner.run([segmentOf('a'), segmentOf('b')])).docMaps).toHaveLength(2);
  });
});
