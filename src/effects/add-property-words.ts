import type { PropertyDirectory, PropertyState } from '../model/structured-property.ts';
import { lacksWords } from '../search/assignment-field.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { unrestricted } from '../search/unrestricted.ts';
import type { ReadDocuments } from './index-documents.ts';
import type { EffectsRunner } from './runner.ts';

/** Dependencies of adding words. */
export interface PropertyWordsParts {
  readonly index: Pick<SearchIndex, 'apply' | 'count' | 'position' | 'search' | 'visible'>;
  readonly properties: Pick<PropertyDirectory, 'worded'>;
  readonly readDocuments: ReadDocuments;
  readonly effects: Pick<EffectsRunner, 'between'>;
  /** Entity types that can hold property values. */
  readonly entityTypes: readonly string[];
  /** Yields to requests between two writes. */
  readonly pause: () => Promise<void>;
  readonly log: (message: string) => void;
}

/** Documents found at a time; OpenSearch refreshes each time. */
const FOUND = 2_000;
/** Documents per write; small, because commits wait for it. */
const WRITTEN = 100;

/**
 * Adds the words of values to documents written before words of their property were searched, from the store. Documents show
 * themselves whether they lack words, so that it continues where it was stopped, and does nothing otherwise.
 */
export async function addPropertyWords(parts: PropertyWordsParts, signal: AbortSignal): Promise<void> {
  for (const property of parts.properties.worded()) await addWordsOf(property, parts, signal);
}

async function addWordsOf(
  { definition, generation, urn }: PropertyState,
  { effects, entityTypes, index, log, pause, readDocuments }: PropertyWordsParts,
  signal: AbortSignal,
): Promise<void> {
  const query = unrestricted({ entityTypes, where: lacksWords(urn, generation) });
  const name = definition.qualifiedName;
  let done = 0;
  for (let left = Infinity; ;) {
    await index.visible(index.position());
    const { hits, total } = await index.search({ ...query, sort: [], from: 0, size: FOUND });
    if (total === 0) break;
    // Documents of entities that cannot be read completely keep lacking the words; doctor reports them.
    if (total >= left) {
      log(`${total} entities cannot be searched by the words of ${name}: run \`colophon doctor\`.`);
      return;
    }
    if (left === Infinity) log(`Adding the words of ${name} to the search index: ${total} entities.`);
    left = total;
    for (let start = 0; start < hits.length; start += WRITTEN) {
      if (signal.aborted) return;
      const part = hits.slice(start, start + WRITTEN).map((hit) => hit.urn);
      await effects.between(async () => index.apply(index.position(), await readDocuments(part)));
      done += part.length;
      await pause();
    }
  }
  if (done > 0) log(`Added the words of ${name} to the search index: ${done} entities.`);
}
