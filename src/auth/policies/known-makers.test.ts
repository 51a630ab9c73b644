import { describe, expect, it } from 'vitest';
import { parseUrn, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { KnownMakers } from './known-makers.ts';

const [A, B] = [parseUrn('urn:li:tag:a'), parseUrn('urn:li:tag:b')];
const MAKER = parseUrn('urn:li:corpuser:ada');

/** A store of two tags that records its reads; `read` is called during each of them. */
function catalog() {
  const made = new Map<Urn, number>([
    [A, 1],
    [B, 2],
  ]);
  const asked: Urn[] = [];
  const during: { read?: () => void } = {};
  const reader: Pick<SystemReader, 'entities'> = {
    entities: async (urns) => {
      asked.push(...urns);
      const found = urns.flatMap((urn) => {
        const createdIn = made.get(urn);
        const created = { time: 5, actor: MAKER };
        const entity = { urn, created, systemMetadata: { lastObserved: 5, runId: 'r' } };
        return createdIn === undefined
          ? []
          : [[urn, { entity: { ...entity, createdIn }, aspects: new Map() }] as const];
      });
      during.read?.();
      await Promise.resolve();
      return new Map(found);
    },
  };
  const makers = new KnownMakers(reader);
  const sequences = async (): Promise<readonly (number | undefined)[]> => {
    const found = await makers.find([A, B]);
    return [A, B].map((urn) => found.get(urn)?.sequence);
  };
  return { asked, during, made, makers, sequences };
}

describe('KnownMakers', () => {
  it('reads an entity once, and again after a change of it', async () => {
    const { asked, made, makers, sequences } = catalog();
    expect([await sequences(), await sequences(), asked]).toEqual([
      [1, 2],
      [1, 2],
      [A, B],
    ]);
    made.set(A, 7);
    makers.changed([A]);
    expect([await sequences(), asked]).toEqual([
      [7, 2],
      [A, B, A],
    ]);
  });

  it('reads missing entities again', async () => {
    const { made, sequences } = catalog();
    made.delete(A);
    expect(await sequences()).toEqual([undefined, 2]);
    made.set(A, 3);
    expect(await sequences()).toEqual([3, 2]);
  });

  it.each([
    ['of one of them', (makers: KnownMakers) => makers.changed([A]), [A, B, A]],
    ['of everything', (makers: KnownMakers) => makers.clear(), [A, B, A, B]],
  ])('does not cache rows read during a change %s', async (_what, change, reads) => {
    const { asked, during, made, makers, sequences } = catalog();
    during.read = () => {
      made.set(A, 7);
      change(makers);
    };
    expect(await sequences()).toEqual([1, 2]);
    delete during.read;
    expect([await sequences(), asked]).toEqual([[7, 2], reads]);
  });
});
