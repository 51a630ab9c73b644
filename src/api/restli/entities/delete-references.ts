import { CatalogError } from '../../../errors.ts';
import type { Catalog } from '../../../auth/catalog.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { removeLinks } from '../../../model/remove-links.ts';
import type { Sequence } from '../../../model/sequence.ts';
import { entityTypeOf, parseUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { asText, optionalFlag } from '../../../util/json-input.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';

/** Entities whose links are removed with one commit. */
const PAGE = 500;

/** Tries to write to an entity that somebody else is writing to as well. */
const TRIES = 5;

/** One link to the entity; members in the order in which the client prints them. */
interface Reference {
  readonly relationship: string;
  readonly entity: Urn;
  readonly aspect: string;
}

/** The links that one entity has to another, and the proposals that remove them. */
interface ReferenceRemoval {
  readonly references: readonly Reference[];
  readonly proposals: readonly MetadataChangeProposal[];
}

/**
 * `POST /entities?action=deleteReferences`: removes every link to an entity from the aspects of others, soft-deleted
 * ones included; with `dryRun` it only lists them.
 */
export async function deleteReferences({ registry, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const isDryRun = optionalFlag(input['dryRun'], 'dryRun') ?? false;
  await catalog.requireEntityPrivilege('DELETE_ENTITY', urn, `User is unauthorized to delete entity ${urn}`);
  const references: Reference[] = [];
  let sequence: Sequence | undefined;
  const referrers = await referrersOf(catalog, urn);
  for (let start = 0; start < referrers.length; start += PAGE) {
    const removed = await removeFrom(
      { registry, catalog },
      referrers.slice(start, start + PAGE),
      urn,
      isDryRun,
    );
    references.push(...removed.references);
    sequence = removed.sequence ?? sequence;
  }
  const relatedAspects = references.map(({ relationship, entity, aspect }) => ({
    relationship,
    entity,
    aspect,
  }));
  return { value: { total: references.length, relatedAspects }, ...(sequence !== undefined && { sequence }) };
}

async function referrersOf(catalog: Catalog, urn: Urn): Promise<readonly Urn[]> {
  const found = new Set<Urn>();
  const input = { urn, types: [], direction: 'INCOMING', count: 10_000, includeSoftDelete: true } as const;
  for (let start = 0; ; start += input.count) {
    const { entities, total } = await catalog.relationships({ ...input, start });
    for (const related of entities) found.add(related.urn);
    if (start + input.count >= total) return [...found];
  }
}

/** The aspects are written only if they are still what was read; otherwise they are read again. */
async function removeFrom(
  { registry, catalog }: { readonly registry: EntityRegistry; readonly catalog: Catalog },
  referrers: readonly Urn[],
  urn: Urn,
  isDryRun: boolean,
): Promise<{ readonly references: readonly Reference[]; readonly sequence?: Sequence }> {
  for (let tries = 1; ; tries++) {
    const entities = await catalog.getEntities(referrers);
    const removals = [...entities.values()].flatMap((aspects) =>
      [...aspects.values()].map((aspect) => removalFrom(registry, aspect, urn)),
    );
    const references = removals.flatMap((removal) => removal.references);
    const proposals = removals.flatMap((removal) => removal.proposals);
    if (isDryRun || proposals.length === 0) return { references };
    try {
      return { references, sequence: (await catalog.ingest(proposals)).sequence };
    } catch (error) {
      const isOutdated = error instanceof CatalogError && error.code === 'PRECONDITION';
      if (!isOutdated || tries === TRIES) throw error;
    }
  }
}

function removalFrom(registry: EntityRegistry, aspect: Aspect, urn: Urn): ReferenceRemoval {
  const { urn: entity, aspectName } = aspect;
  const spec = registry.entities.get(entityTypeOf(entity))?.aspects.get(aspectName);
  // Aspects that are derived from the urn say what the urn says.
  if (spec === undefined || aspect.sequence === 0) return { references: [], proposals: [] };
  const { relationships, value } = removeLinks(spec, aspect.value, urn);
  if (relationships.length === 0) return { references: [], proposals: [] };
  const { version } = aspect.systemMetadata;
  const parts = {
    urn: entity,
    aspectName,
    ...(version !== undefined && { condition: { ifVersionMatch: version } }),
  };
  return {
    references: relationships.map((relationship) => ({ relationship, entity, aspect: aspectName })),
    proposals: [
      value === undefined ? { ...parts, changeType: 'DELETE' } : { ...parts, changeType: 'UPSERT', value },
    ],
  };
}
