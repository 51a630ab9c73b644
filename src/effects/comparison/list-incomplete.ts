import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import { INCOMPLETE } from '../../search/documents/incomplete.ts';
import type { SearchIndex } from '../../search/search-index.ts';
import { unrestricted, unrestrictedUrns } from '../../search/unrestricted.ts';

/** Entities whose index documents are incomplete. */
export interface IncompleteDocuments {
  readonly count: number;
  /** The first ones by urn, with what each lacks and why. */
  readonly samples: readonly { readonly urn: Urn; readonly reasons: readonly string[] }[];
}

/** Dependencies of finding incomplete documents. */
export interface IncompleteParts {
  readonly index: Pick<SearchIndex, 'count' | 'search' | 'values'>;
  readonly registry: EntityRegistry;
}

function incompleteOnes({ entities }: EntityRegistry) {
  return unrestricted({ entityTypes: [...entities.keys()], where: { kind: 'exists', field: INCOMPLETE } });
}

/** Number of incomplete documents. */
export function countIncomplete({ index, registry }: IncompleteParts): Promise<number> {
  return index.count(incompleteOnes(registry));
}

/** The number of incomplete documents, with at most `most` samples. */
export async function listIncomplete(
  { index, registry }: IncompleteParts,
  most: number,
): Promise<IncompleteDocuments> {
  const { hits, total } = await index.search({ ...incompleteOnes(registry), sort: [], from: 0, size: most });
  const urns = hits.map(({ urn }) => urn);
  const reasons = await index.values(unrestrictedUrns(urns), INCOMPLETE);
  const samples = urns.map((urn) => ({ urn, reasons: (reasons.get(urn) ?? []).map(String) }));
  return { count: total, samples };
}
