import { CatalogError } from '../../errors.ts';
import type { Aspect, EntityAspects } from '../../model/aspect.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { removeLinks } from '../../model/relationships/remove-links.ts';
import { isProtectedAspect } from '../../model/aspects/secret-aspects.ts';
import type { Sequence } from '../../model/sequence.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { RelatedEntities, RelationshipsInput } from '../../query/metadata-query.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';

/** Referring entities listed per query. */
const REFERRERS = 2_000;

/** Referring entities updated per commit. */
const PAGE = 500;

/** Attempts per page when concurrent writes change the same entities. */
const TRIES = 5;

/** One reference to an entity. Members are in the order in which DataHub's client prints them. */
export interface Reference {
  readonly relationship: string;
  readonly entity: Urn;
  readonly aspect: string;
}

/** Dependencies of {@link removeReferences}; the provided catalog decides which rights apply. */
export interface ReferenceParts {
  readonly registry: EntityRegistry;
  readonly catalog: {
    relationships(input: RelationshipsInput): Promise<RelatedEntities>;
    getEntities(urns: readonly Urn[]): Promise<ReadonlyMap<Urn, EntityAspects>>;
    ingest(proposals: readonly MetadataChangeProposal[]): Promise<{ readonly sequence: Sequence }>;
  };
}

/** References that were removed or, in a dry run, would be. */
export interface ReferenceRemovalResult {
  readonly references: readonly Reference[];
  /** Sequence of the last commit; absent when nothing was written. */
  readonly sequence?: Sequence;
}

/**
 * Removes all references to an entity, which may already be deleted, from other entities, including soft-deleted ones.
 * One commit per 500 referring entities; a conflict with concurrent changes is retried, then throws PRECONDITION. With
 * `dryRun`, only lists the references.
 */
export async function removeReferences(
  urn: Urn,
  parts: ReferenceParts,
  options: { readonly dryRun?: boolean; readonly isStopped?: () => boolean } = {},
): Promise<ReferenceRemovalResult> {
  const { dryRun = false, isStopped = () => false } = options;
  const references: Reference[] = [];
  let sequence: Sequence | undefined;
  const referrers = await referrersOf(parts.catalog, urn);
  for (let start = 0; start < referrers.length && !isStopped(); start += PAGE) {
    const removed = await removeFrom(parts, referrers.slice(start, start + PAGE), urn, dryRun);
    for (const one of removed.references) references.push(one);
    sequence = removed.sequence ?? sequence;
    // An entity with 100,000 references takes seconds; other requests run between pages.
    await nextTurn();
  }
  return { references, ...(sequence !== undefined && { sequence }) };
}

/** References found in an aspect, and the proposals that remove them. */
interface ReferenceRemoval {
  readonly references: readonly Reference[];
  readonly proposals: readonly MetadataChangeProposal[];
}

async function referrersOf(catalog: ReferenceParts['catalog'], urn: Urn): Promise<readonly Urn[]> {
  const found = new Set<Urn>();
  const input = { urn, types: [], direction: 'INCOMING', count: REFERRERS, includeSoftDelete: true } as const;
  for (let start = 0; ; start += input.count) {
    const { entities, total } = await catalog.relationships({ ...input, start });
    for (const related of entities) found.add(related.urn);
    await nextTurn();
    if (start + input.count >= total) return [...found];
  }
}

/** Writes conditionally on the version that was read; after a concurrent change, reads and tries again. */
async function removeFrom(
  { registry, catalog }: ReferenceParts,
  referrers: readonly Urn[],
  urn: Urn,
  isDryRun: boolean,
): Promise<ReferenceRemovalResult> {
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
  // Aspects derived from the urn cannot change; credentials are deleted with their user.
  const isFixed = aspect.sequence === 0 || isProtectedAspect(entity, aspectName);
  if (spec === undefined || isFixed) return { references: [], proposals: [] };
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
