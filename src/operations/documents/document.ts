import * as v from 'valibot';
import type { EntityReference } from '../../model/entity-reference.ts';
import { patchOf, put, upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { ParentLink } from '../ancestors.ts';
import { list, type InputTypes } from '../input-types.ts';
import type { Need } from '../needs.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';

/** Aspect with the title, text, parent and links of a document. */
export const DOCUMENT_INFO = 'documentInfo';
export const DOCUMENT_STATES = ['PUBLISHED', 'UNPUBLISHED'] as const;
/** The member that holds the parent of a document. */
export const PARENT_DOCUMENT: ParentLink = {
  aspectName: DOCUMENT_INFO,
  member: 'parentDocument',
  key: 'document',
};

/** The right to change a document. */
export const EDITS_DOCUMENT: Need<{ readonly urn: EntityReference }> = {
  on: ({ urn }) => urn,
  anyOf: ['EDIT_ENTITY_DOCS'],
};

/** Throws NOT_FOUND unless the document exists. */
export function requireDocument(document: EntityReference, work: Work): Promise<void> {
  return requireExisting([document], (urn) => `Document ${urn} does not exist. Create it first.`, work);
}

/** Throws NOT_FOUND unless the parent of a document exists. */
export function requireParent(parent: EntityReference, work: Work): Promise<void> {
  return requireExisting([parent], (urn) => `Parent document ${urn} does not exist.`, work);
}

/** Members of the input with the related assets and documents of a document. */
export function linksInput(types: InputTypes) {
  return {
    relatedAssets: v.nullish(list(types.entity())),
    relatedDocuments: v.nullish(list(types.entityOf('document'))),
  };
}

interface Links {
  readonly relatedAssets?: readonly EntityReference[] | null | undefined;
  readonly relatedDocuments?: readonly EntityReference[] | null | undefined;
}

/** Aspect members with the related assets and documents. Throws NOT_FOUND if one does not exist. */
export async function checkedLinks({ relatedAssets, relatedDocuments }: Links, work: Work) {
  await requireExisting(
    [...(relatedAssets ?? []), ...(relatedDocuments ?? [])],
    (urn) => `Related entity ${urn} does not exist. Check the urn.`,
    work,
  );
  return {
    relatedAssets: relatedAssets?.map(({ urn }) => ({ asset: urn })),
    relatedDocuments: relatedDocuments?.map(({ urn }) => ({ document: urn })),
  };
}

/** Proposals that patch the title, text, parent or links of a document; none without operations. */
export function infoPatch(
  urn: Urn,
  operations: readonly PatchOperation[],
  work: Work,
): readonly MetadataChangeProposal[] {
  if (operations.length === 0) return [];
  return [patchOf(urn, DOCUMENT_INFO, [...operations, put(['lastModified'], { ...stampNow(work) })])];
}

/** Proposal that sets the subtype of a document; blank removes it. */
export function subTypesOf(urn: Urn, subType: string): MetadataChangeProposal {
  return upsertOf(urn, 'subTypes', { typeNames: subType ? [subType] : [] });
}

/** Proposal that sets whether a document is found by itself. */
export function settingsOf(urn: Urn, showInGlobalContext: boolean, work: Work): MetadataChangeProposal {
  return upsertOf(urn, 'documentSettings', { showInGlobalContext, lastModified: { ...stampNow(work) } });
}
