import type { PropertyDirectory, PropertyState } from '../model/structured-property.ts';
import { lacksWords } from '../search/assignment-field.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { unrestricted } from '../search/unrestricted.ts';
import { rewriteDue, type RewriteParts } from './rewrite-due.ts';
import type { DueDocuments } from '../search/column-moves.ts';

/** Dependencies of adding words. */
export interface PropertyWordsParts extends RewriteParts {
  readonly index: Pick<SearchIndex, 'apply' | 'position' | 'search' | 'visible'>;
  readonly properties: Pick<PropertyDirectory, 'worded'>;
  /** Entity types that can hold property values. */
  readonly entityTypes: readonly string[];
  readonly log: (message: string) => void;
}

/**
 * Adds the words of values to documents written before words of their property were searched, from the store. Documents show
 * themselves whether they lack words, so that it continues where it was stopped, and does nothing otherwise.
 */
export async function addPropertyWords(parts: PropertyWordsParts, signal: AbortSignal): Promise<void> {
  for (const property of parts.properties.worded()) await addWordsOf(property, parts, signal);
}

async function addWordsOf(
  { definition, generation, urn }: PropertyState,
  parts: PropertyWordsParts,
  signal: AbortSignal,
): Promise<void> {
  const { entityTypes, index, log } = parts;
  const query = unrestricted({ entityTypes, where: lacksWords(urn, generation) });
  const name = definition.qualifiedName;
  let isAnnounced = false;
  const due = async (size: number): Promise<DueDocuments> => {
    await index.visible(index.position());
    const { hits, total } = await index.search({ ...query, sort: [], from: 0, size });
    if (!isAnnounced && total > 0) {
      log(`Adding the words of ${name} to the search index: ${total} entities.`);
      isAnnounced = true;
    }
    return { urns: hits.map((hit) => hit.urn), total };
  };
  const { done, stuck } = await rewriteDue(due, parts, { signal, reportProgress: () => undefined });
  if (stuck > 0) {
    // Documents of entities that cannot be read completely keep lacking the words; doctor reports them.
    log(`${stuck} entities cannot be searched by the words of ${name}: run \`colophon doctor\`.`);
  } else if (done > 0) log(`Added the words of ${name} to the search index: ${done} entities.`);
}
