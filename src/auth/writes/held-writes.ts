import { CatalogError } from '../../errors.ts';
import type { IngestGuard, IngestResult, MetadataChange } from '../../change/metadata-change.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { isEntityItself } from '../../model/aspects/key-aspect.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import type { JsonObject } from '../../util/json.ts';
import { assignmentRightsFor } from './rights-on-items.ts';
import type { WriteCheckParts } from './write.ts';
import { checkWrites } from './write-checks.ts';

/** Privilege on an entity to propose changes of it, without the right to make them. */
export const PROPOSE_CHANGES = 'PROPOSE_CHANGES';

/** Aspects of assets whose changes can be proposed, besides the editable ones (`editable…`). */
const OF_ASSETS: ReadonlySet<string> = new Set([
  STRUCTURED_PROPERTY.assignmentAspect,
  'globalTags',
  'glossaryTerms',
  'ownership',
  'domains',
  'documentation',
  'deprecation',
]);

/** Aspects of definitions of structured properties whose changes can be proposed. */
const OF_DEFINITIONS: ReadonlySet<string> = new Set([
  STRUCTURED_PROPERTY.definitionAspect,
  'structuredPropertySettings',
  'structuredPropertyRules',
  'structuredPropertyDisplay',
  // Soft deletion.
  'status',
]);

/** A write that is held back, with the aspect as it would have been stored, where it writes one. */
export type HeldWrite = MetadataChangeProposal & { readonly stored?: JsonObject | undefined };

/** The writes of one operation that are held back: judged as if they were made, then kept for a proposal. */
export class HeldWrites {
  readonly #kept: HeldWrite[] = [];

  /** What the operation would have written, in order. */
  get proposals(): readonly HeldWrite[] {
    return this.#kept;
  }

  /** Keeps the writes that would change something, by the results of their trial. */
  keep(proposals: readonly MetadataChangeProposal[], { results }: IngestResult): void {
    for (const [i, proposal] of proposals.entries()) {
      const { aspect, outcome } = results[i] ?? {};
      if (outcome === 'unchanged' || outcome === 'skipped') continue;
      this.#kept.push({ ...proposal, stored: aspect?.value });
    }
  }
}

/** Dependencies of {@link guardOfHeld}. */
export interface HeldWriteParts extends WriteCheckParts {
  readonly change: MetadataChange;
  readonly scope: Scope;
}

/**
 * The guard of a trial of writes that are to be proposed. Throws INVALID_REQUEST for aspects that cannot be proposed,
 * NOT_FOUND for entities that do not exist or are hidden, and FORBIDDEN for those that the actor may neither change
 * nor propose to change. Properties must be visible to the actor; whether it may assign them, the approver's rights decide.
 */
export async function guardOfHeld(
  proposals: readonly MetadataChangeProposal[],
  parts: HeldWriteParts,
): Promise<IngestGuard> {
  requireReviewable(proposals, parts.registry);
  await requireVisible(proposals, parts);
  const urns = [...new Set(proposals.map(({ urn }) => urn))];
  const decisions = await parts.authorizer.decideOn(
    parts.actor,
    PROPOSE_CHANGES,
    urns.map((urn) => ({ urn })),
  );
  const proposable = new Set(urns.filter((_, i) => decisions[i]?.allowed === true));
  const others = proposals.filter(({ urn }) => !proposable.has(urn));
  const checked = await checkWrites(others, parts);
  const writes = proposals.map(({ urn, aspectName }) => ({ urn, aspectName, operation: 'update' as const }));
  const rights = await assignmentRightsFor(writes, parts);
  return {
    viewer: parts.scope.viewer,
    tagRights: checked.tagRights,
    rights: rights && {
      ...rights,
      mayAssign: (property, entity) =>
        proposable.has(entity) ? rights.mayRead(property, entity) : rights.mayAssign(property, entity),
    },
  };
}

function requireReviewable(proposals: readonly MetadataChangeProposal[], registry: EntityRegistry): void {
  for (const proposal of proposals) {
    const { aspectName, changeType, urn } = proposal;
    const entityType = entityTypeOf(urn);
    const entity = registry.entities.get(entityType);
    const isDefinition = entityType === STRUCTURED_PROPERTY.entityType;
    const isWhole = entity !== undefined && isEntityItself(entity, aspectName);
    const isDeletion = changeType === 'DELETE' && isWhole;
    const isKnown = isDefinition
      ? isDeletion || OF_DEFINITIONS.has(aspectName)
      : !isDeletion && (OF_ASSETS.has(aspectName) || aspectName.startsWith('editable'));
    if (isKnown && changeType !== 'CREATE_ENTITY' && !dependsOnState(proposal)) continue;
    const refused = isDeletion ? 'Deleting it' : `A change of ${aspectName}`;
    throw new CatalogError(
      'INVALID_REQUEST',
      `${refused} cannot be proposed: ${urn}. Propose structured properties, tags, terms, owners, domains, descriptions or deprecation of existing assets, or a definition of a structured property.`,
      because('NOT_REVIEWABLE', { aspect: aspectName, entityType }),
    );
  }
}

/** Whether the writer has checked something that need no longer hold when the proposal is approved. */
function dependsOnState(proposal: MetadataChangeProposal): boolean {
  return proposal.restores !== undefined || 'keepValues' in proposal || 'unlinks' in proposal;
}

async function requireVisible(
  proposals: readonly MetadataChangeProposal[],
  { query, scope }: HeldWriteParts,
): Promise<void> {
  // A column exists with its dataset, though its entity is created by its first metadata.
  const holders = new Map(proposals.map(({ urn }) => [urn, holderOf(urn) ?? urn]));
  const wanted: readonly Urn[] = [...new Set(holders.values())];
  const existing = await query.existing(wanted, scope);
  const [missing] = [...holders].find(([, holder]) => !existing.has(holder)) ?? [];
  if (missing === undefined) return;
  throw new CatalogError(
    'NOT_FOUND',
    `${missing} does not exist, and only changes of existing entities can be proposed.`,
    because('NOT_REVIEWABLE', { aspect: '', entityType: entityTypeOf(missing) }),
  );
}
