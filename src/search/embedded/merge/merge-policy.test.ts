import { describe, expect, it } from 'vitest';
import { formatUrn } from '../../../model/urn.ts';
import { LiveSegment } from '../live-segment.ts';
import { buildSegment } from '../build/build-segment.ts';
import { DerivedCache } from '../segment/derived.ts';
import { Segment } from '../segment/segment.ts';
import { pickMerge, pickQuietMerge } from './merge-policy.ts';

const LIMITS = { fanout: 4, smallest: 2, large: 50, quietMs: 1 };

function segmentOf(size: number): LiveSegment {
  const documents = Array.from({ length: size }, (_, i) => ({
    urn: formatUrn('tag', String(i)),
    entityType: 'tag',
    values: new Map(),
    texts: new Map(),
  }));
  return new LiveSegment(new Segment(buildSegment(documents), new DerivedCache(0)));
}

function sizesOf(group: readonly LiveSegment[] | undefined): number[] {
  return (group ?? []).map(({ liveCount }) => liveCount);
}

describe('merging while documents are written', () => {
  it('waits for `fanout` segments of about the same size', () => {
    expect(sizesOf(pickMerge([1, 2, 1].map(segmentOf), LIMITS, false))).toEqual([]);
    expect(sizesOf(pickMerge([1, 2, 1, 40, 2].map(segmentOf), LIMITS, false))).toEqual([1, 2, 1, 2]);
  });
});

describe('merging while nothing is written', () => {
  it.each([
    { sizes: [], merged: [] },
    { sizes: [30], merged: [] },
    { sizes: [30, 1], merged: [] },
    { sizes: [1, 40, 1], merged: [1, 1] },
    { sizes: [3, 2, 2, 9], merged: [2, 2, 3, 9] },
  ])('of $sizes merges $merged', ({ sizes, merged }) => {
    expect(sizesOf(pickQuietMerge(sizes.map(segmentOf), LIMITS, false))).toEqual(merged);
  });

  it('leaves a merge of many documents to the runner of large merges', () => {
    const segments = [40, 30].map(segmentOf);
    expect(sizesOf(pickQuietMerge(segments, LIMITS, false))).toEqual([]);
    expect(sizesOf(pickQuietMerge(segments, LIMITS, true))).toEqual([30, 40]);
  });

  it('leaves out segments that are being merged', () => {
    const segments = [3, 2].map(segmentOf);
    for (const segment of segments) segment.isMerging = true;
    expect(sizesOf(pickQuietMerge([...segments, ...[5, 4].map(segmentOf)], LIMITS, false))).toEqual([4, 5]);
  });
});
