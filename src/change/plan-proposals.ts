import { CatalogError, invalidRequest } from '../errors.ts';
import type { PlanInput, ProposedDefinition, ProposedDeletion } from '../model/plan.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { CurrentState } from '../store/metadata-store.ts';

const { entityType, definitionAspect, settingsAspect } = STRUCTURED_PROPERTY;

/** The proposals that do what the input says, in its order; throws INVALID_REQUEST when it cannot be a plan. */
export function planProposals(input: PlanInput): readonly MetadataChangeProposal[] {
  checkUrns([...input.definitions, ...input.deletions].map(({ urn }) => urn));
  return [...input.definitions.flatMap(definitionProposals), ...input.deletions.map(deletionProposal)];
}

/** The proposals that write one definition. */
export function definitionProposals(proposed: ProposedDefinition): readonly MetadataChangeProposal[] {
  const { urn, propertyDefinition, structuredPropertySettings } = proposed;
  const upsert = { urn, changeType: 'UPSERT' } as const;
  const definition = { ...upsert, aspectName: definitionAspect, value: propertyDefinition };
  if (structuredPropertySettings === undefined) return [definition];
  return [definition, { ...upsert, aspectName: settingsAspect, value: structuredPropertySettings }];
}

/** Throws NOT_FOUND when a property to be deleted does not exist: whoever plans that has mistaken the name. */
export function requireExisting(deletions: readonly ProposedDeletion[], state: CurrentState): void {
  const missing = deletions.filter(({ urn }) => state.entity(urn) === undefined).map(({ urn }) => urn);
  if (missing.length === 0) return;
  const subject = missing.join(' and ');
  throw new CatalogError(
    'NOT_FOUND',
    `There is no structured property ${subject}, so it cannot be deleted. Check the urn.`,
  );
}

function deletionProposal({ urn, hard }: ProposedDeletion): MetadataChangeProposal {
  if (hard) return { urn, aspectName: 'structuredPropertyKey', changeType: 'DELETE' };
  const operations = [{ op: 'add', path: '/removed', value: true }] as const;
  return { urn, aspectName: 'status', changeType: 'PATCH', patch: { operations } };
}

function checkUrns(urns: readonly Urn[]): void {
  if (urns.length === 0) throw invalidRequest('There is nothing to plan. Give definitions or deletions.');
  const other = urns.find((urn) => entityTypeOf(urn) !== entityType);
  if (other !== undefined) {
    throw invalidRequest(
      `Invalid urn!: ${other} (it is of type ${entityTypeOf(other)}). Plans are about structured properties only.`,
    );
  }
  const repeated = urns.find((urn, i) => urns.indexOf(urn) < i);
  if (repeated !== undefined) {
    throw invalidRequest(`${repeated} is named more than once. Name each property once in a plan.`);
  }
}
