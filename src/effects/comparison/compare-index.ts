import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { MATCH_ALL } from '../../search/expression.ts';
import { ENTITY_TYPE_FIELD } from '../../search/mapping.ts';
import type { DocumentChange, SearchDocument, SearchIndex } from '../../search/search-index.ts';
import { unrestricted, unrestrictedUrns } from '../../search/unrestricted.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import type { UrnPage } from '../../store/urn-page.ts';
import { differingDocuments } from './compare-documents.ts';
import type { ReadDocuments } from '../index-documents.ts';
import type { EffectsRunner } from '../runner.ts';

/** Dependencies of an index comparison. */
export interface ComparisonParts {
  readonly store: MetadataStore;
  readonly index: SearchIndex;
  readonly readDocuments: ReadDocuments;
  readonly registry: EntityRegistry;
  readonly properties: PropertyDirectory;
  readonly effects: Pick<EffectsRunner, 'between'>;
  /** Yields to requests between two pages. */
  readonly pause: () => Promise<void>;
}

/** Options, progress and cancellation of a comparison. */
export interface ComparisonControl {
  /** Whether to repair the differences found. */
  readonly repair: boolean;
  /** Entities with damaged rows. They are not compared: the index may still have the lost content. */
  readonly damaged: ReadonlySet<Urn>;
  /** Reports the number of store entities, then of index documents, compared so far. */
  readonly reportProgress: (side: 'store' | 'index', looked: number) => void;
  readonly signal: AbortSignal;
}

/** Kind of difference between index and store for one entity. */
export type DifferenceKind = 'missingInIndex' | 'onlyInIndex' | 'differentDocument';

/** An entity whose index document differs from the store. */
export interface Difference {
  readonly urn: Urn;
  readonly kind: DifferenceKind;
}

/** Result of a comparison. */
export interface Comparison {
  /** Entities in the store. */
  readonly entities: number;
  readonly differences: readonly Difference[];
  readonly repaired: number;
}

/** Entities compared per event loop turn. */
const PAGE = 100;

/** How long the index keeps a scroll alive, in ms. */
const KEEP_ALIVE = 600_000;

/**
 * Compares the index with the store in both directions while requests are served. Suspected differences are checked again
 * while no commit is applied, and those that a pending commit will change are not reported. With `repair` the remaining
 * documents are rebuilt before commits continue.
 */
export async function compareIndex(parts: ComparisonParts, control: ComparisonControl): Promise<Comparison> {
  const { pause, store } = parts;
  const differences: Difference[] = [];
  const look = async (urns: readonly Urn[]): Promise<void> => {
    control.signal.throwIfAborted();
    const intact = urns.filter((urn) => !control.damaged.has(urn));
    differences.push(...(await confirmed(intact, parts, control.repair)));
    await pause();
  };
  let entities = 0;
  let place: string | undefined;
  do {
    const { next, urns }: UrnPage = await store.reader.urns({ place, limit: PAGE });
    entities += urns.length;
    await look(urns);
    control.reportProgress('store', entities);
    place = next;
  } while (place !== undefined);
  let documents = 0;
  for await (const urns of documentsOf(parts)) {
    const stored = await store.reader.entities(urns, []);
    await look(urns.filter((urn) => !stored.has(urn)));
    control.reportProgress('index', (documents += urns.length));
  }
  return { entities, differences, repaired: control.repair ? differences.length : 0 };
}

/** The urns of all index documents, in pages. */
async function* documentsOf({ index, registry }: ComparisonParts): AsyncGenerator<readonly Urn[]> {
  const query = unrestricted({ entityTypes: [...registry.entities.keys()], where: MATCH_ALL });
  let after: string | undefined;
  do {
    const place = after === undefined ? {} : { after };
    const request = { ...query, sort: [], from: 0, size: PAGE, keepAliveMs: KEEP_ALIVE, ...place };
    const page = await index.search(request);
    if (page.hits.length > 0) yield page.hits.map(({ urn }) => urn);
    after = page.next;
  } while (after !== undefined);
}

async function confirmed(
  urns: readonly Urn[],
  parts: ComparisonParts,
  repair: boolean,
): Promise<readonly Difference[]> {
  const suspects = await differencesIn(urns, parts);
  if (suspects.length === 0) return [];
  const { effects, index, readDocuments, store } = parts;
  return effects.between(async () => {
    await index.visible(index.position());
    const found = await differencesIn(
      suspects.map(({ urn }) => urn),
      parts,
    );
    // Read last: everything in the documents above is either in the index by now or in one of these commits.
    const awaited = await changedAfter(index.position(), store);
    const differences = found.filter(({ urn }) => !awaited.has(urn));
    if (repair && differences.length > 0) {
      await index.apply(index.position(), await readDocuments(differences.map(({ urn }) => urn)));
    }
    return differences;
  });
}

async function differencesIn(urns: readonly Urn[], parts: ComparisonParts): Promise<readonly Difference[]> {
  const { index, readDocuments, registry } = parts;
  const known = urns.filter((urn) => registry.entities.has(entityTypeOf(urn)));
  const wanted = await readDocuments(known);
  const present = await index.values(unrestrictedUrns(known), ENTITY_TYPE_FIELD);
  const documents = wanted.filter(isDocument).filter(({ urn }) => present.has(urn));
  const differing = await differingDocuments(documents, parts);
  return wanted.flatMap((change): Difference[] => {
    const { urn } = change;
    if (!isDocument(change)) return present.has(urn) ? [{ urn, kind: 'onlyInIndex' }] : [];
    if (!present.has(urn)) return [{ urn, kind: 'missingInIndex' }];
    return differing.has(urn) ? [{ urn, kind: 'differentDocument' }] : [];
  });
}

function isDocument(change: DocumentChange): change is SearchDocument {
  return !('removed' in change);
}

async function changedAfter(position: number, { log }: MetadataStore): Promise<ReadonlySet<Urn>> {
  const urns = new Set<Urn>();
  for (let commits = await log.commitsAfter(position, PAGE); commits.length > 0;) {
    for (const { entries } of commits) for (const { urn } of entries) urns.add(urn);
    commits = await log.commitsAfter(commits.at(-1)?.sequence ?? position, PAGE);
  }
  return urns;
}
