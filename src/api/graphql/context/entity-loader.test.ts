import { describe, expect, it } from 'vitest';
import { Aspect } from '../../../model/aspect.ts';
import { parseUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { EntityLoader } from './entity-loader.ts';

const actor = parseUrn('urn:li:corpuser:a');
const one = parseUrn('urn:li:tag:one');
const two = parseUrn('urn:li:tag:two');

function aspect(urn: Urn, aspectName: string): Aspect {
  const created = { time: 0, actor };
  const systemMetadata = { lastObserved: 0, runId: 'x' };
  return new Aspect({ urn, aspectName, text: `{"of":"${urn}"}`, systemMetadata, created, sequence: 1 });
}

function recordingCatalog() {
  const reads: { urns: readonly Urn[]; names: readonly string[] | undefined }[] = [];
  const questions: (readonly Urn[])[] = [];
  return {
    reads,
    questions,
    getEntities: (urns: readonly Urn[], names?: readonly string[]) => {
      reads.push({ urns, names });
      return Promise.resolve(new Map([[one, new Map([['tagProperties', aspect(one, 'tagProperties')]])]]));
    },
    existing: (urns: readonly Urn[]) => {
      questions.push(urns);
      return Promise.resolve(new Set([one]));
    },
  };
}

describe('EntityLoader', () => {
  it('reads each level in one call, and nothing twice', async () => {
    const catalog = recordingCatalog();
    const loader = new EntityLoader(catalog);
    const values = await Promise.all([
      loader.aspect(one, 'tagProperties'),
      loader.aspect(two, 'tagProperties'),
      loader.aspect(one, 'ownership'),
    ]);
    expect(values).toEqual([{ of: one }, undefined, undefined]);
    expect(catalog.reads).toEqual([{ urns: [one, two], names: ['tagProperties', 'ownership'] }]);
    expect(loader.aspect(one, 'tagProperties')).toEqual({ of: one });
    expect(catalog.reads).toHaveLength(1);
  });

  it('checks existence in one call', async () => {
    const catalog = recordingCatalog();
    const loader = new EntityLoader(catalog);
    expect(await Promise.all([loader.exists(one), loader.exists(two)])).toEqual([true, false]);
    expect(catalog.questions).toEqual([[one, two]]);
    expect(loader.exists(two)).toBe(false);
  });

  it('reads again after a write', async () => {
    const catalog = recordingCatalog();
    const loader = new EntityLoader(catalog);
    await loader.aspect(one, 'tagProperties');
    loader.forget();
    await loader.aspect(one, 'tagProperties');
    expect(catalog.reads).toHaveLength(2);
  });

  it('fails exactly the fields that requested a failed read', async () => {
    let failing = true;
    const loader = new EntityLoader({
      ...recordingCatalog(),
      getEntities: () => (failing ? Promise.reject(new Error('disk')) : Promise.resolve(new Map())),
    });
    const outcomes = await Promise.allSettled([loader.aspect(one, 'a'), loader.aspect(two, 'a')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    failing = false;
    expect(await loader.aspect(one, 'a')).toBeUndefined();
  });
});
