import { describe, expect, it } from 'vitest';
import { MaintainedCatalog, datasetUrn } from '../../test/support/memory/maintained-catalog.ts';
import { REGISTRY } from '../../test/support/memory/reading-catalog.ts';
import { TEST_ACTOR } from '../../test/support/memory/search-fixtures.ts';
import { CatalogError } from '../errors.ts';
import { EVERYTHING } from '../model/scope.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import { DerivationForCreated, type CreatedParts } from './derive-for-created.ts';

/** A catalog with an incident that is older than its dataset, whose creator was killed between the two commits. */
async function withLateDataset(): Promise<{ readonly catalog: MaintainedCatalog; readonly dataset: Urn }> {
  const catalog = await MaintainedCatalog.open();
  const stamp = { time: 1, actor: TEST_ACTOR };
  await catalog.put('urn:li:incident:early', 'incidentInfo', {
    type: 'OPERATIONAL',
    entities: [datasetUrn('late')],
    created: stamp,
    status: { state: 'ACTIVE', lastUpdated: stamp },
  });
  return { catalog, dataset: await catalog.put(datasetUrn('late'), 'status', { removed: false }) };
}

/** A derivation, and the number of writes of the first `derive` that succeeds. */
function derivationOf(
  { change, effects, index, store }: MaintainedCatalog,
  other: Partial<CreatedParts> = {},
) {
  const first = Promise.withResolvers<number>();
  const warnings: string[] = [];
  const derivation = new DerivationForCreated({
    store,
    index,
    registry: REGISTRY,
    effects,
    warn: (message) => void warnings.push(message),
    derive: async (actor, sources) => {
      const writes = await change.derive(actor, sources);
      first.resolve(writes);
      return writes;
    },
    scope: () => EVERYTHING,
    ...other,
  });
  return { derivation, first: first.promise, warnings };
}

const summaryOf = async ({ store }: MaintainedCatalog, urn: Urn): Promise<unknown> =>
  (await store.reader.rows([urn])).get(urn)?.rows.get('incidentsSummary')?.aspect.value;
const SUMMARY = { activeIncidentDetails: [{ urn: 'urn:li:incident:early' }] };

describe('DerivationForCreated', () => {
  it('derives at the start after a crash that followed a creation', async () => {
    const { catalog, dataset } = await withLateDataset();
    await using _catalog = catalog;
    expect(await summaryOf(catalog, dataset)).toBeUndefined();
    const { derivation, first } = derivationOf(catalog);
    await using _derivation = derivation;
    derivation.start();
    expect(await first).toBe(1);
    expect(await summaryOf(catalog, dataset)).toMatchObject(SUMMARY);
  });

  it.each([
    ['waits in the background for an index that is not immediate', false, undefined],
    ['retries after a failure, which the write does not report', true, 'Deriving aspects of new entities'],
  ])('%s', async (_title, isImmediate, warning) => {
    const { catalog, dataset } = await withLateDataset();
    await using _catalog = catalog;
    let failures = isImmediate ? 1 : 0;
    const { derivation, first, warnings } = derivationOf(catalog, {
      index: {
        isImmediate,
        search: async (request) => {
          if (failures-- > 0) throw new CatalogError('UNAVAILABLE', 'The index does not answer.');
          return catalog.index.search(request);
        },
      },
    });
    await using _derivation = derivation;
    const [commit] = await catalog.store.log.commitsAfter(catalog.store.log.lastSequence() - 1, 1);
    if (commit === undefined) throw new Error('The log is empty.');
    await derivation.follow({ ...commit, createdUrns: [dataset, parseUrn('urn:li:tag:t')] });
    expect(await first).toBe(1);
    expect(await summaryOf(catalog, dataset)).toMatchObject(SUMMARY);
    expect(warnings.join()).toContain(warning ?? '');
    expect(warnings).toHaveLength(warning === undefined ? 0 : 1);
  });
});
