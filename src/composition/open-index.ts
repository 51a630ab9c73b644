import { join } from 'node:path';
import type { Config } from '../config/options.ts';
import { isForeign, reasonCannotResume } from '../effects/index-standing.ts';
import { CatalogError } from '../errors.ts';
import type { Logs } from '../log.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { HELD_ASSIGNMENTS, isAssignmentField } from '../search/assignment-field.ts';
import { documentsVersion } from '../search/documents/document-digest.ts';
import type { ReportIncomplete } from '../search/documents/incomplete.ts';
import { EmbeddedSlots } from '../search/embedded/embedded-slots.ts';
import type { IndexSlots } from '../search/index-slots.ts';
import { MODIFIED_IN_PART_FIELD, fieldNamesOf } from '../search/mapping.ts';
import { SwappableIndex } from '../search/swappable-index.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { fingerprint } from '../util/fingerprint.ts';
import { shownAddress } from '../util/service-address.ts';

/** Options that locate and configure the index. */
export type IndexConfig = Pick<
  Config,
  | 'data'
  | 'memory'
  | 'store'
  | 'search'
  | 'searchPrefix'
  | 'searchShards'
  | 'searchMappedProperties'
  | 'searchExactTotals'
  | 'searchFacetValues'
  | 'searchImmediate'
>;

/** Dependencies of the index. */
export interface IndexParts {
  readonly store: Pick<MetadataStore, 'leases' | 'log'>;
  readonly registry: EntityRegistry;
  /** Epoch ms. */
  readonly now: () => number;
  readonly logs: Pick<Logs, 'search'>;
  /** Called for documents that could not be fully indexed, possibly repeatedly. */
  readonly incomplete?: ReportIncomplete;
}

/**
 * Opens the configured index. An unshared index that cannot follow the store's log is replaced by an empty one, which the
 * caller fills; a shared index that is ahead of the store is refused with CONFLICT.
 */
export async function openIndex(config: IndexConfig, parts: IndexParts): Promise<SwappableIndex> {
  const { store } = parts;
  // Several processes may start at once; only one may create a missing index.
  await using _first = await awaitLease(store.leases, 'open-index');
  const index = await SwappableIndex.open(await createSlots(config, parts));
  const [position, last] = [index.position(), store.log.lastSequence()];
  if (!index.isShared) {
    const reason =
      position > last && !isForeign(index.mark(), store.log)
        ? `it contains commit ${position}, but the last commit of the store is ${last}.`
        : await reasonCannotResume(index, store.log);
    if (reason === undefined) {
      await identify(index, store.log);
      return index;
    }
    parts.logs.search.warn(`The search index is rebuilt: ${reason}`);
    const empty = await index.openNext();
    await empty.index.flush();
    await index.replaceBy(empty);
    await index.retired();
    return index;
  }
  // The process that writes a shared index checks its mark.
  const { catalog = store.log.catalogId } = index;
  const isOfAnother = catalog !== store.log.catalogId || isForeign(index.mark(), store.log);
  if (position <= last && !isOfAnother) return index;
  await index[Symbol.asyncDispose]();
  const proof = isOfAnother
    ? 'it was written for that catalog'
    : `it contains commit ${position}, but the last commit of the store is ${last}`;
  throw new CatalogError(
    'CONFLICT',
    `The index '${config.searchPrefix}' in OpenSearch at ${shownAddress(config.search)} belongs to another catalog: ` +
      `${proof}. Choose another searchPrefix, or delete its indexes.`,
  );
}

/** Adds the identity of the catalog to an index of an earlier version, which lacks it. */
async function identify(index: SwappableIndex, log: MetadataStore['log']): Promise<void> {
  const position = index.position();
  if (position === 0 || index.mark() !== undefined) return;
  await index.apply(position, [], (await log.markOf(position))?.id);
}

async function createSlots(
  config: IndexConfig,
  { incomplete = () => undefined, logs, now, registry, store }: IndexParts,
): Promise<IndexSlots> {
  const documents = documentsVersion(registry);
  if (config.search === '') {
    const hasSiblings = config.store !== '';
    return new EmbeddedSlots({
      root: folderOf(config),
      documents,
      now,
      hasSiblings,
      log: logs.search,
      incomplete,
    });
  }
  // Loaded only if needed.
  const { OPENSEARCH_DEFAULTS, OpenSearchSlots } = await import('../search/opensearch/opensearch-slots.ts');
  return new OpenSearchSlots({
    ...OPENSEARCH_DEFAULTS,
    url: config.search,
    prefix: config.searchPrefix,
    shards: config.searchShards,
    isImmediate: config.searchImmediate,
    exactTotals: config.searchExactTotals,
    facetValues: config.searchFacetValues,
    columnRule: {
      always: [...fieldNamesOf(registry), HELD_ASSIGNMENTS, MODIFIED_IN_PART_FIELD],
      isEligible: isAssignmentField,
      most: config.searchMappedProperties,
      usage: HELD_ASSIGNMENTS,
    },
    documents,
    catalog: store.log.catalogId,
    now,
    warn: (message) => logs.search.warn(message),
    incomplete,
  });
}

/** Folder of the embedded index. With a shared store it includes the store's address, to keep catalogs apart. */
function folderOf({ data, memory, store }: IndexConfig): string | undefined {
  if (memory) return undefined;
  return join(data, store === '' ? 'index' : `index-${fingerprint(shownAddress(store))}`);
}
