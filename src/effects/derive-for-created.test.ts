import { describe, expect, it } from 'vitest';
import { MaintainedCatalog, datasetUrn } from '../../test/support/memory/maintained-catalog.ts';
import { REGISTRY } from '../../test/support/memory/reading-catalog.ts';
import { TEST_ACTOR } from '../../test/support/memory/search-fixtures.ts';
import { CatalogError } from '../errors.ts';
import { EVERYTHING } from '../model/scope.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import { nextTurn } from '../util/concurrency/next-turn.ts';
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

  it('reads no entities at a start without incidents and data products', async () => {
    await using catalog = await MaintainedCatalog.open();
    await catalog.put(datasetUrn('alone'), 'status', { removed: false });
    const searched = Promise.withResolvers<undefined>();
    const { derivation, warnings } = derivationOf(catalog, {
      index: {
        isImmediate: true,
        search: async (request) => {
          const page = await catalog.index.search(request);
          searched.resolve(undefined);
          return page;
        },
      },
      store: {
        log: {
          ...catalog.store.log,
          commitsAfter: () => expect.unreachable('the log was read'),
        },
        reader: { entities: () => expect.unreachable('entities were read') },
      },
    });
    derivation.start();
    await searched.promise;
    await nextTurn();
    await derivation[Symbol.asyncDispose]();
    expect(warnings).toEqual([]);
  });

  it('checks the newest commits at a start, until they have changed 20,000 entities', async () => {
    const { catalog } = await withLateDataset();
    await using _catalog = catalog;
    const { log } = catalog.store;
    const [commit] = await log.commitsAfter(log.lastSequence() - 1, 1);
    const [entry] = commit?.entries ?? [];
    if (commit === undefined || entry === undefined) throw new Error('The log is empty.');
    const lastSequence = 2_000;
    const pages: number[] = [];
    const checked = Promise.withResolvers<undefined>();
    let entities = 0;
    const { derivation } = derivationOf(catalog, {
      effects: { filled: () => Promise.resolve(), isFilling: false, reach: () => Promise.resolve() },
      store: {
        log: {
          ...log,
          lastSequence: () => lastSequence,
          commitsAfter: (position, limit) => {
            pages.push(position);
            const entriesOf = (sequence: number) =>
              Array.from({ length: 500 }, (_, n) => ({
                ...entry,
                urn: parseUrn(datasetUrn(`${sequence}-${n}`)),
              }));
            return Promise.resolve(
              Array.from({ length: limit }, (_, n) => {
                const sequence = position + 1 + n;
                return { ...commit, sequence, entries: entriesOf(sequence) };
              }),
            );
          },
        },
        reader: {
          entities: (urns) => {
            entities += urns.length;
            if (entities === 20_000) checked.resolve(undefined);
            return Promise.resolve(new Map());
          },
        },
      },
    });
    derivation.start();
    await checked.promise;
    for (let turns = 0; turns < 10; turns++) await nextTurn();
    await derivation[Symbol.asyncDispose]();
    expect(pages).toEqual([1_990, 1_980, 1_970, 1_960]);
    expect(entities).toBe(20_000);
  });
});
