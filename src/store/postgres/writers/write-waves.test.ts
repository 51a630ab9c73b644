import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUrn, type Urn } from '../../../model/urn.ts';
import type { RowWrite } from '../../metadata-store.ts';
import { toWaves, type PlacedWrite } from './write-waves.ts';

const urns = ['a', 'b'].map((name) => parseUrn(`urn:li:tag:${name}`));
const created = { time: 1, actor: parseUrn('urn:li:corpuser:x') };
const systemMetadata = { lastObserved: 1, runId: 'r' };

const createEntity = (urn: Urn): RowWrite => ({
  kind: 'createEntity',
  entity: { urn, created, systemMetadata },
});
const touch = (urn: Urn, aspectName: string): RowWrite => ({
  kind: 'touchAspect',
  urn,
  aspectName,
  systemMetadata,
});
const deletePoints = (urn: Urn, aspectName: string): RowWrite => ({ kind: 'deletePoints', urn, aspectName });
const deleteEntity = (urn: Urn): RowWrite => ({ kind: 'deleteEntity', urn });

const write = fc.oneof(
  fc.constantFrom(...urns).map(createEntity),
  fc.constantFrom(...urns).map(deleteEntity),
  fc.tuple(fc.constantFrom(...urns), fc.constantFrom('x', 'y')).map(([urn, name]) => touch(urn, name)),
  fc.tuple(fc.constantFrom(...urns), fc.constantFrom('x', 'y')).map(([urn, name]) => deletePoints(urn, name)),
);

/** Entity and aspect of a write; '' is the whole entity. */
function target(write: RowWrite): readonly [urn: string, aspectName: string] {
  if (write.kind === 'createEntity') return [write.entity.urn, ''];
  return 'aspectName' in write ? [write.urn, write.aspectName] : ['urn' in write ? write.urn : '', ''];
}

function conflict(a: RowWrite, b: RowWrite): boolean {
  const [urnA, nameA] = target(a);
  const [urnB, nameB] = target(b);
  return urnA === urnB && (nameA === '' || nameB === '' || nameA === nameB);
}

const placed = (writes: readonly RowWrite[]): PlacedWrite[] =>
  writes.map((one, commit) => ({ commit, write: one }));

describe('waves of writes', () => {
  it('contain every write once, and keep the order of writes to the same rows', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
        const waves = toWaves(placed(writes));
        expect(
          waves
            .flat()
            .map(({ commit }) => commit)
            .toSorted((a, b) => a - b),
        ).toEqual(writes.map((_, i) => i));
        const waveOf = new Map(waves.flatMap((wave, i) => wave.map(({ commit }) => [commit, i] as const)));
        writes.forEach((later, i) =>
          writes.slice(0, i).forEach((earlier, j) => {
            if (!conflict(earlier, later)) return;
            const distance = (waveOf.get(i) ?? 0) - (waveOf.get(j) ?? 0);
            // A wave creates its entities first.
            const isEnough =
              earlier.kind === 'createEntity' && later.kind !== 'createEntity' ? distance >= 0 : distance > 0;
            expect(isEnough && !(later.kind === 'deleteEntity' && distance === 0)).toBe(true);
          }),
        );
      }),
    );
  });

  it('are few: new entities with all their aspects share one', () => {
    const writes = urns.flatMap((urn) => [createEntity(urn), touch(urn, 'x'), touch(urn, 'y')]);
    expect(toWaves(placed(writes))).toHaveLength(1);
    expect(toWaves(placed([...writes, ...writes.slice(1, 2)]))).toHaveLength(2);
  });
});
