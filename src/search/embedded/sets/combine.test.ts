import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intersectAll, intersectUnions, subtract, uniteAll } from './combine.ts';
import { DocCursor } from './doc-cursor.ts';
import {
  BitmapSet,
  complement,
  contains,
  copyToBitmap,
  countOf,
  isEmpty,
  runSet,
  toList,
  type DocSet,
} from './doc-set.ts';
import { withScratch } from '../../../../test/support/with-scratch.ts';
import { effort } from '../../../../test/support/effort.ts';

/** A set in any of its forms, with its expected members. */
interface Sample {
  readonly set: DocSet;
  readonly docs: readonly number[];
}

const sizes = fc.constantFrom(1, 31, 32, 33, 64, 200, 1000);

function samples(size: number): fc.Arbitrary<Sample> {
  const chosen = fc.uniqueArray(fc.nat(size - 1), { maxLength: Math.min(size, 80) });
  return fc.tuple(chosen, fc.constantFrom('list', 'except', 'bits')).map(([numbers, kind]) => {
    const docs = Uint32Array.from(numbers).sort();
    if (kind === 'list') return { set: { kind, docs }, docs: [...docs] };
    if (kind === 'bits')
      return { set: new BitmapSet(copyToBitmap({ kind: 'list', docs }, size)), docs: [...docs] };
    const excluded = new Set(docs);
    return { set: { kind: 'except', docs }, docs: everyDoc(size).filter((doc) => !excluded.has(doc)) };
  });
}

function everyDoc(size: number): number[] {
  return Array.from({ length: size }, (_, doc) => doc);
}

const cases = sizes.chain((size) =>
  fc.record({ size: fc.constant(size), sets: fc.array(samples(size), { maxLength: 5 }), from: fc.nat(size) }),
);

describe('sets of documents', () => {
  it('intersect and unite in any form', () => {
    fc.assert(
      fc.property(cases, ({ size, sets }) => {
        const all = sets.map(({ set }) => set);
        const both = everyDoc(size).filter((doc) => sets.every(({ docs }) => docs.includes(doc)));
        const either = everyDoc(size).filter((doc) => sets.some(({ docs }) => docs.includes(doc)));
        withScratch(() => {
          expect([...toList(intersectAll(all, size), size)]).toEqual(both);
          expect([...toList(uniteAll(all, size), size)]).toEqual(either);
        });
        // Scratch bitmaps must not have changed the sets.
        for (const { set, docs } of sets) expect([...toList(set, size)]).toEqual(docs);
      }),
      { numRuns: effort(500) },
    );
  });

  it('intersect unions in any form', () => {
    const unions = sizes.chain((size) =>
      fc.record({
        size: fc.constant(size),
        unions: fc.array(fc.array(samples(size), { maxLength: 3 }), { maxLength: 4 }),
      }),
    );
    fc.assert(
      fc.property(unions, ({ size, unions }) => {
        const inAll = everyDoc(size).filter((doc) =>
          unions.every((sets) => sets.some(({ docs }) => docs.includes(doc))),
        );
        const found = withScratch(() => {
          const sets = unions.map((samples) => samples.map(({ set }) => set));
          return [...toList(intersectUnions(sets, size), size)];
        });
        expect(found).toEqual(inAll);
      }),
      { numRuns: effort(500) },
    );
  });

  it('count, invert, subtract and iterate in any form', () => {
    fc.assert(
      fc.property(cases, ({ size, sets: [first, second], from }) => {
        if (first === undefined) return;
        const { set, docs } = first;
        expect(countOf(set, size)).toBe(docs.length);
        expect(isEmpty(set, size)).toBe(docs.length === 0);
        const inverse = complement(set, size);
        expect(countOf(inverse, size)).toBe(size - docs.length);
        for (const doc of everyDoc(size)) expect(contains(inverse, doc)).toBe(!contains(set, doc));
        const cursor = new DocCursor(set, size, from);
        for (const doc of docs.filter((one) => one >= from)) expect(cursor.next()).toBe(doc);
        expect(cursor.next()).toBe(-1);
        if (second === undefined) return;
        const rest = docs.filter((doc) => !second.docs.includes(doc));
        expect([...toList(subtract(set, second.set, size), size)]).toEqual(rest);
      }),
      { numRuns: effort(500) },
    );
  });

  it('create runs of every length', () => {
    fc.assert(
      fc.property(sizes, fc.nat(1000), fc.nat(1000), (size, first, end) => {
        const [from, to] = [first % (size + 1), end % (size + 1)];
        expect([...toList(runSet(from, to, size), size)]).toEqual(
          everyDoc(size).slice(from, Math.max(from, to)),
        );
      }),
    );
  });
});
