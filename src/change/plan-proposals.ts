import { CatalogError, invalidRequest } from '../errors.ts';
import type { PlanInput, ProposedDefinition, ProposedDeletion } from '../model/plan.ts';
import { DEFINITION_PARTS } from '../model/properties/definition-parts.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { entityTypeOf, urnKey, type Urn } from '../model/urn.ts';
import { listText } from '../util/list-text.ts';
import type { CurrentState } from '../store/metadata-store.ts';
import { because } from '../refusals.ts';

const { entityType, definitionAspect } = STRUCTURED_PROPERTY;

/**
 * Proposals for a plan: definitions first, then deletions, in input order. Throws INVALID_REQUEST for an empty plan, a
 * urn that is not a structured property, or a urn given twice.
 */
export function planProposals(input: PlanInput): readonly MetadataChangeProposal[] {
  checkUrns([...input.definitions, ...input.deletions].map(({ urn }) => urn));
  return [...input.definitions.flatMap(definitionProposals), ...input.deletions.map(deletionProposal)];
}

/** Proposals that write one definition and its given parts. */
export function definitionProposals(proposed: ProposedDefinition): readonly MetadataChangeProposal[] {
  const { keepValues, urn, propertyDefinition } = proposed;
  const upsert = { urn, changeType: 'UPSERT' } as const;
  const definition = {
    ...upsert,
    aspectName: definitionAspect,
    value: propertyDefinition,
    ...(keepValues && { keepValues }),
  };
  const parts = DEFINITION_PARTS.flatMap((aspectName): readonly MetadataChangeProposal[] => {
    const value = proposed[aspectName];
    return value === undefined ? [] : [{ ...upsert, aspectName, value }];
  });
  return [definition, ...parts];
}

/** Throws NOT_FOUND when a property to delete does not exist: most likely a misspelt urn. */
export function requireExisting(deletions: readonly ProposedDeletion[], state: CurrentState): void {
  const missing = deletions.filter(({ urn }) => state.entity(urn) === undefined).map(({ urn }) => urn);
  if (missing.length === 0) return;
  const subject = listText(missing, ' and ');
  throw new CatalogError(
    'NOT_FOUND',
    `There is no structured property ${subject}, so it cannot be deleted. Check the urn.`,
    because('PROPERTY_UNDEFINED'),
  );
}

/** Throws INVALID_REQUEST for a new definition whose qualified name differs from the name in its urn. */
export function requireOneName(definitions: readonly ProposedDefinition[], state: CurrentState): void {
  for (const { urn, propertyDefinition } of definitions) {
    const { qualifiedName } = propertyDefinition;
    if (qualifiedName === urnKey(urn) || typeof qualifiedName !== 'string') continue;
    if (state.row(urn, definitionAspect) !== undefined) continue;
    throw invalidRequest(
      `Qualified name and the ID of a structured property must match, but they are '${qualifiedName}' and '${urnKey(urn)}'. ` +
        'Leave qualifiedName out, or send the name in the urn.',
      undefined,
      because('INPUT_DIFFERS', { names: [qualifiedName, urnKey(urn)] }),
    );
  }
}

function deletionProposal({ urn, hard }: ProposedDeletion): MetadataChangeProposal {
  if (hard) return { urn, aspectName: 'structuredPropertyKey', changeType: 'DELETE' };
  const operations = [{ op: 'add', path: '/removed', value: true }] as const;
  return { urn, aspectName: 'status', changeType: 'PATCH', patch: { operations } };
}

function checkUrns(urns: readonly Urn[]): void {
  if (urns.length === 0)
    throw invalidRequest(
      'The plan is empty. Send definitions or deletions.',
      undefined,
      because('PLAN_EMPTY'),
    );
  const other = urns.find((urn) => entityTypeOf(urn) !== entityType);
  if (other !== undefined) {
    throw invalidRequest(
      `Invalid urn!: ${other} (entity type ${entityTypeOf(other)}). A plan may contain structured properties only.`,
      undefined,
      because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(other), entityTypes: ['structuredProperty'] }),
    );
  }
  const seen = new Set<Urn>();
  const repeated = urns.find((urn) => seen.size === seen.add(urn).size);
  if (repeated !== undefined) {
    throw invalidRequest(
      `${repeated} occurs more than once. A plan may contain each property only once.`,
      undefined,
      because('INPUT_REPEATED', { name: repeated }),
    );
  }
}
