import { describe, expect, it } from 'vitest';
import { parseUrn, type Urn } from '../../../model/urn.ts';
import { URN_FIELD } from '../../mapping.ts';
import type { FieldValues, SearchDocument } from '../../search-index.ts';
import { unrestricted, unrestrictedUrns } from '../../unrestricted.ts';
import { openEmbeddedIndex } from '../open-embedded-index.ts';

const urnOf = (i: number): Urn => parseUrn(`urn:li:dataset:${i}`);

function documentOf(i: number, round: number): SearchDocument {
  const values = new Map<string, FieldValues>([['place', i % 2 === 0 ? [i % 11] : [`p${i % 11}`]]]);
  if (i % 5 > 0) values.set('color', [`c${(i + round) % 9}`, 'any']);
  return { urn: urnOf(i), entityType: 'dataset', values, texts: new Map() };
}

describe('values of many urns', () => {
  it('are those of each, of the last change, in the order of the urns', async () => {
    await using index = await openEmbeddedIndex({ folder: undefined, now: () => 0 });
    const all = Array.from({ length: 400 }, (_, i) => i);
    await index.apply(
      1,
      all.map((i) => documentOf(i, 0)),
    );
    const changed = all.filter((i) => i % 3 === 0).map((i) => documentOf(i, 1));
    const removed = all.filter((i) => i % 7 === 0).map((i) => ({ urn: urnOf(i), removed: true }) as const);
    await index.apply(2, [...changed, ...removed]);
    const asked = [...all.toReversed(), 1_000, 5].map(urnOf);
    for (const urns of [asked, asked.toSorted()]) {
      for (const field of ['color', 'place', URN_FIELD, 'none']) {
        const one = await Promise.all(urns.map((urn) => index.values(unrestrictedUrns([urn]), field)));
        const many = await index.values(unrestrictedUrns(urns), field);
        expect([...many]).toEqual([...new Map(one.flatMap((found) => [...found]))]);
      }
    }
    const wanted = asked.filter((_, i) => i % 2 === 0);
    const where = { kind: 'terms', field: URN_FIELD, values: wanted, ignoreCase: false } as const;
    const found = await index.count(unrestricted({ entityTypes: ['dataset'], where }));
    expect(found).toBe(new Set(wanted.filter((urn) => all.some((i) => i % 7 > 0 && urnOf(i) === urn))).size);
  });
});
