import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinFill } from '../../src/effects/join-fill.ts';
import { rebuildIndex, type RebuildParts } from '../../src/effects/rebuild-index.ts';
import { parseUrn, type Urn } from '../../src/model/urn.ts';
import {
  OpenSearchSlots,
  type OpenSearchSlotsOptions,
} from '../../src/search/opensearch/opensearch-slots.ts';
import { MATCH_ALL } from '../../src/search/expression.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { SwappableIndex } from '../../src/search/swappable-index.ts';
import { documentsVersion } from '../../src/search/documents/document-digest.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { MaintainedCatalog, datasetUrn } from '../support/memory/maintained-catalog.ts';
import { REGISTRY } from '../support/memory/reading-catalog.ts';
import { TEST_ACTOR } from '../support/memory/search-fixtures.ts';

const DATASETS = 300;
/** Places in a range: small, for many ranges in a small store. */
const SIZE = 20;
const SOUND = { missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 };
const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let node: OpenSearchNode;
let options: OpenSearchSlotsOptions;
let catalog: MaintainedCatalog;
let generation: number;

beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterAll(() => node.stop());
beforeEach(async () => {
  // On a busy machine the engine needs seconds for the indexes of all types.
  options = node.options({ documents: documentsVersion(REGISTRY), requestTimeoutMs: 120_000 });
  catalog = await MaintainedCatalog.open({ slots: new OpenSearchSlots(options) });
  await catalog.define('team');
  const proposals = Array.from({ length: DATASETS }, (_, i) => ({
    urn: parseUrn(datasetUrn(`d${i}`)),
    aspectName: 'structuredProperties',
    changeType: 'UPSERT' as const,
    value: { properties: [{ propertyUrn: 'urn:li:structuredProperty:team', values: [{ string: 'red' }] }] },
  }));
  await catalog.change.ingest(TEST_ACTOR, proposals);
  await caughtUp();
  generation = await beginSmall();
});
afterEach(async () => {
  await catalog[Symbol.asyncDispose]();
  await node.clear();
});

const caughtUp = (): Promise<void> => catalog.effects.reach(catalog.store.log.lastSequence());

/**
 * Leaves a fill that has only begun, so that a rebuild continues with ranges of `SIZE`. Returns the number of the generation.
 */
async function beginSmall(): Promise<number> {
  const { index, store } = catalog;
  const next = await index.openNext();
  const { id = '' } = index.mark() ?? {};
  const point = { sequence: store.log.lastSequence(), ...(id !== '' && { id }) };
  const fill = next.index.sharedFill;
  if (fill === undefined) throw new Error('The index in OpenSearch is shared.');
  using _begun = await fill.begin({
    upTo: point,
    seen: point,
    place: 0,
    entities: 0,
    size: SIZE,
    ahead: [],
  });
  const number = Number(fill.id.split(' ')[1]);
  await next.leave();
  return number;
}

/** Rebuilds like the process of the catalog; `pause` is called between two pages. */
function rebuild(pause: () => Promise<void>, signal = never): ReturnType<typeof rebuildIndex> {
  const { effects, index, readDocuments, store } = catalog;
  const parts: RebuildParts = { effects, index, readDocuments, store, pause };
  return rebuildIndex(parts, { signal, reportProgress: () => undefined });
}

/** Joins like another process; returns how many documents it wrote. */
async function join(pause: () => Promise<void>, signal = never): Promise<number> {
  const { effects, readDocuments, store } = catalog;
  await using slots = await SwappableIndex.open(new OpenSearchSlots(options));
  const log = vi.fn<(message: string) => void>();
  const catchUpMemory = (upTo: number): Promise<void> => effects.catchUpMemory(upTo);
  await joinFill({ slots, readDocuments, store, catchUpMemory, pause, log }, signal);
  return Number(/\d+/.exec(log.mock.calls[0]?.[0] ?? '0')?.[0]);
}

async function changeSome(): Promise<void> {
  // In the first and the last ranges; one becomes an entity of a new type.
  for (const i of [3, DATASETS - 30]) await catalog.assign(`d${i}`, 'team', 'blue');
  for (const i of [4, DATASETS - 29])
    await catalog.change.deleteEntity(TEST_ACTOR, parseUrn(datasetUrn(`d${i}`)));
  await catalog.put('urn:li:tag:late', 'tagProperties', { name: 'late' });
  await catalog.assign('new', 'team', 'green');
}

async function expectSound(): Promise<void> {
  await caughtUp();
  expect(await catalog.doctor()).toMatchObject(SOUND);
  expect(await catalog.mappings('team')).toEqual([`active dataset ${DATASETS - 2 + 1}`]);
}

describe('a rebuild in OpenSearch', () => {
  it('is shared with a process that joins, and includes concurrent writes', async () => {
    // A process that looks before the fill has begun finds nothing to join.
    const [begun, joined] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const changed = joined.promise.then(changeSome);
    const rebuilt = rebuild(async () => {
      begun.resolve(undefined);
      await joined.promise;
    });
    await begun.promise;
    const wrote = await join(async () => {
      joined.resolve(undefined);
      await turn();
    });
    await changed;
    const { entities } = await rebuilt;
    expect(wrote).toBeGreaterThanOrEqual(SIZE);
    expect(wrote).toBeLessThan(entities);
    await expectSound();
    expect(await join(turn)).toBe(0);
  });

  it('keeps the documents of types that are new in two concurrent pages', async () => {
    const { index, readDocuments } = catalog;
    const next = await index.openNext();
    const fill = next.index.sharedFill;
    if (fill === undefined) throw new Error('The index in OpenSearch is shared.');
    using _begun = await fill.begin({
      upTo: { sequence: 1 },
      seen: { sequence: 1 },
      place: 0,
      entities: 0,
      size: SIZE,
      ahead: [],
    });
    const ofTypes = (types: readonly string[]): Urn[] => types.map((type) => parseUrn(`urn:li:${type}:new`));
    const pages = [
      ['tag'],
      ['glossaryTerm', 'glossaryNode', 'corpuser', 'corpGroup', 'container', 'assertion'],
    ];
    const urns = pages.map(ofTypes);
    for (const urn of urns.flat()) await catalog.put(urn, 'status', { removed: false });
    // The second write creates more indexes, so it ends after the first has stored its types.
    await Promise.all(urns.map(async (page) => fill.write(await readDocuments(page))));
    await next.adopt();
    await using found = next.index;
    const request = { entityTypes: pages.flat(), where: MATCH_ALL, sort: [], from: 0, size: 10 };
    const { hits } = await found.search(unrestricted(request));
    expect(hits.map(({ urn }) => urn).sort()).toEqual(urns.flat().sort());
  });

  it('is continued by other processes when all were stopped', async () => {
    const stop = new AbortController();
    let pages = 0;
    const some = async (): Promise<void> => {
      if (++pages === 6) stop.abort();
      await turn();
    };
    const outcomes = await Promise.allSettled([rebuild(some, stop.signal), join(some, stop.signal)]);
    expect(outcomes[0].status).toBe('rejected');
    await changeSome();
    const { entities, goneOnAfter = 0 } = await rebuild(turn);
    expect(goneOnAfter).toBeGreaterThan(0);
    expect(goneOnAfter).toBeLessThan(entities);
    await expectSound();
  });

  it('waits for a range that another process has taken, and takes it when that process ends', async () => {
    const taken = await catalog.store.leases.acquire(`fill ${generation} ${SIZE}`);
    const seen = vi.fn<() => Promise<void>>(turn);
    const rebuilt = rebuild(seen);
    const isOver = vi.fn<() => void>();
    void rebuilt.then(isOver);
    await changeSome();
    // It polls once only this range remains.
    await expect.poll(() => seen.mock.calls.length).toBeGreaterThan(DATASETS / SIZE + 10);
    expect(isOver).not.toHaveBeenCalled();
    await taken?.[Symbol.asyncDispose]();
    await rebuilt;
    await expectSound();
  });

  it('that is unfinished is kept for a rebuild that can resume it, and removed by one that must not', async () => {
    const { index } = await new OpenSearchSlots({
      ...options,
      now: () => Date.now() + 86_400_000,
    }).openCurrent();
    await index[Symbol.asyncDispose]();
    const left = await catalog.index.openNext(() => Promise.resolve(true));
    expect(left.index.fillProgress()).toMatchObject({ place: 0 });
    await left.leave();
    const fresh = await catalog.index.openNext();
    expect(fresh.index.fillProgress()).toBeUndefined();
    await fresh.remove();
    expect(await join(turn)).toBe(0);
  });
});
