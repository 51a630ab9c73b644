import { describe, expect, it } from 'vitest';
import { Aspect, type EntityAspects } from '../../../model/aspect.ts';
import { parseUrn, type Urn } from '../../../model/urn.ts';
import type { Requester } from '../../../operations/requester.ts';
import { EntityLoader } from './entity-loader.ts';

const actor = parseUrn('urn:li:corpuser:a');
const one = parseUrn('urn:li:tag:one');
const two = parseUrn('urn:li:tag:two');

const EFFECTIVE = new Map([
  [parseUrn('urn:li:structuredProperty:p'), { values: [{ string: 'v' }], sources: [two] }],
]);

function aspect(urn: Urn, aspectName: string): Aspect {
  const created = { time: 0, actor };
  const systemMetadata = { lastObserved: 0, runId: 'x' };
  return new Aspect({ urn, aspectName, text: `{"of":"${urn}"}`, systemMetadata, created, sequence: 1 });
}

/** Answers as if only `one` existed, and records the input of each operation. */
function recordingRun(read: () => Promise<ReadonlyMap<Urn, EntityAspects>> = readOne) {
  const asked: Record<string, unknown[]> = { getEntities: [], findExisting: [], getEffectiveProperties: [] };
  const run = (operation: { readonly name: string }, input: unknown): Promise<unknown> => {
    asked[operation.name]?.push(input);
    if (operation.name === 'getEffectiveProperties') return Promise.resolve(new Map([[one, EFFECTIVE]]));
    return operation.name === 'getEntities' ? read() : Promise.resolve(new Set([one]));
  };
  // The loader runs only these operations.
  return { asked, run: run as Requester['run'] };
}

function readOne(): Promise<ReadonlyMap<Urn, EntityAspects>> {
  return Promise.resolve(new Map([[one, new Map([['tagProperties', aspect(one, 'tagProperties')]])]]));
}

describe('EntityLoader', () => {
  it('reads each level in one call, and each aspect once', async () => {
    const { asked, run } = recordingRun();
    const loader = new EntityLoader(run, 1_000);
    const values = await Promise.all([
      loader.aspect(one, 'tagProperties'),
      loader.aspect(two, 'tagProperties'),
      loader.aspect(one, 'ownership'),
    ]);
    expect(values).toEqual([{ of: one }, undefined, undefined]);
    expect(asked['getEntities']).toEqual([{ urns: [one, two], aspectNames: ['tagProperties', 'ownership'] }]);
    expect(loader.aspect(one, 'tagProperties')).toEqual({ of: one });
    expect(asked['getEntities']).toHaveLength(1);
  });

  it('checks existence in one call', async () => {
    const { asked, run } = recordingRun();
    const loader = new EntityLoader(run, 1_000);
    expect(await Promise.all([loader.exists(one), loader.exists(two)])).toEqual([true, false]);
    expect(asked['findExisting']).toEqual([{ urns: [one, two] }]);
    expect(loader.exists(two)).toBe(false);
  });

  it('reads the values in effect in one call, and each once', async () => {
    const { asked, run } = recordingRun();
    const loader = new EntityLoader(run, 1_000);
    const found = await Promise.all([loader.effective(one), loader.effective(two)]);
    expect(found).toEqual([EFFECTIVE, new Map()]);
    expect(asked['getEffectiveProperties']).toEqual([{ urns: [one, two] }]);
    expect(loader.effective(one)).toBe(EFFECTIVE);
    loader.clear();
    await loader.effective(one);
    expect(asked['getEffectiveProperties']).toHaveLength(2);
  });

  it('reads again after a write', async () => {
    const { asked, run } = recordingRun();
    const loader = new EntityLoader(run, 1_000);
    await loader.aspect(one, 'tagProperties');
    loader.clear();
    await loader.aspect(one, 'tagProperties');
    expect(asked['getEntities']).toHaveLength(2);
  });

  it('fails exactly the fields that requested a failed read', async () => {
    let failing = true;
    const { run } = recordingRun(() => (failing ? Promise.reject(new Error('disk')) : readOne()));
    const loader = new EntityLoader(run, 1_000);
    const outcomes = await Promise.allSettled([loader.aspect(one, 'a'), loader.aspect(two, 'a')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    failing = false;
    expect(await loader.aspect(one, 'a')).toBeUndefined();
  });
});
