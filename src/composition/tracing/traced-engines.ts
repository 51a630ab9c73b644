import type { SearchIndex, SearchReader } from '../../search/search-index.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import type { SpanAttributes, WorkTracer } from '../../tracing.ts';
import { withSpans, type ShownOperation } from './with-spans.ts';

/**
 * Wraps a store so that its reads and commits are traced as spans. `system` is the `db.system.name`, such as
 * `postgresql`. Returns the store itself without a tracer.
 */
export function tracedStore(
  store: MetadataStore,
  tracer: WorkTracer | undefined,
  system: string,
): MetadataStore {
  if (tracer === undefined) return store;
  const base = { 'db.system.name': system };
  const commit = {
    name: 'store.commit',
    asked: () => base,
    answered: (outcome: unknown) => ({ 'colophon.sequence': numberAt(outcome, 'sequence') }),
  };
  const removal = { name: 'store.removeAssignments', asked: () => base };
  return withSpans(
    store,
    tracer,
    { commit, removeAssignments: removal },
    tracedReaders(store, tracer, system),
  );
}

/** Wraps both readers of a store. */
export function tracedReaders<Store extends Pick<MetadataStore, 'reader' | 'scoped'>>(
  store: Store,
  tracer: WorkTracer | undefined,
  system: string,
): Pick<Store, 'reader' | 'scoped'> {
  if (tracer === undefined) return store;
  const base = { 'db.system.name': system };
  const read = (name: string): ShownOperation => ({
    name: `store.${name}`,
    asked: ([first]) => ({ ...base, ...(Array.isArray(first) && { 'colophon.urns': first.length }) }),
  });
  const reads: Partial<Record<keyof SystemReader, ShownOperation>> = Object.fromEntries(
    READS.map((name) => [name, read(name)]),
  );
  return {
    reader: withSpans(store.reader, tracer, reads),
    scoped: withSpans(store.scoped, tracer, reads),
  };
}

/** Wraps an index so that its queries and changes are traced as spans. Returns the index itself without a tracer. */
export function tracedIndex(index: SearchIndex, tracer: WorkTracer | undefined, system: string): SearchIndex {
  if (tracer === undefined) return index;
  return withSpans(index, tracer, {
    ...readsOfIndex(system),
    visible: { name: 'index.visible', asked: () => ({ 'db.system.name': system }) },
    apply: {
      name: 'index.apply',
      asked: ([sequence, changes]): SpanAttributes => ({
        'db.system.name': system,
        ...(typeof sequence === 'number' && { 'colophon.sequence': sequence }),
        ...(Array.isArray(changes) && { 'colophon.documents': changes.length }),
      }),
    },
  });
}

/** Wraps the reads of an index. */
export function tracedReads(
  index: SearchReader,
  tracer: WorkTracer | undefined,
  system: string,
): SearchReader {
  return tracer === undefined ? index : withSpans(index, tracer, readsOfIndex(system));
}

function readsOfIndex(
  system: string,
): Record<'search' | 'aggregate' | 'spread' | 'count' | 'similarWords' | 'values', ShownOperation> {
  const base = { 'db.system.name': system };
  const asked = (name: string): ShownOperation => ({ name: `index.${name}`, asked: () => base });
  return {
    search: {
      ...asked('search'),
      answered: (page) => ({ 'colophon.hits': numberAt(page, 'total') }),
    },
    aggregate: asked('aggregate'),
    spread: asked('spread'),
    count: asked('count'),
    similarWords: asked('similarWords'),
    values: asked('values'),
  };
}

const READS = [
  'entities',
  'version',
  'history',
  'points',
  'rows',
  'rowsOf',
  'generations',
  'entitiesFrom',
  'urns',
  'newestEntities',
] as const;

function numberAt(outcome: unknown, member: string): number | undefined {
  const found: unknown = typeof outcome === 'object' && outcome !== null && Reflect.get(outcome, member);
  return typeof found === 'number' ? found : undefined;
}
