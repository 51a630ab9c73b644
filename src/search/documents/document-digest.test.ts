import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../../test/support/memory/reading-catalog.ts';
import { TEST_ACTOR } from '../../../test/support/memory/search-fixtures.ts';
import { Aspect } from '../../model/aspect.ts';
import { createDigest } from './document-digest.ts';

const digestOf = createDigest(REGISTRY);

/** Digest of a document with these aspect versions. */
function digest(versions: readonly (readonly [aspectName: string, sequence: number])[]): number {
  const rows = versions.map(([aspectName, sequence]) => {
    const created = { time: 1, actor: TEST_ACTOR };
    const systemMetadata = { lastObserved: 1, runId: 'run' };
    const aspect = new Aspect({ urn: TEST_ACTOR, aspectName, text: '{}', systemMetadata, created, sequence });
    return { aspect, internal: {} };
  });
  return digestOf(rows);
}

describe('the digest of a document', () => {
  const versions = fc.uniqueArray(fc.tuple(fc.string(), fc.maxSafeNat()), { selector: ([name]) => name });

  it('is a safe integer, independent of the order of aspects', () => {
    fc.assert(
      fc.property(versions, (of) => {
        const found = digest(of);
        expect(Number.isSafeInteger(found) && found >= 0).toBe(true);
        expect(digest(of.toReversed())).toBe(found);
      }),
    );
  });

  it('differs with every version of every aspect', () => {
    const both = digest([
      ['status', 3],
      ['ownership', 4],
    ]);
    expect(digest([['status', 3]])).not.toBe(both);
    expect(
      digest([
        ['status', 4],
        ['ownership', 3],
      ]),
    ).not.toBe(both);
    expect(
      digest([
        ['status', 3],
        ['ownership', 5],
      ]),
    ).not.toBe(both);
  });
});
