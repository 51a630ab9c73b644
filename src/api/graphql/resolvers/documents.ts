import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, patchOf, put, putGiven, take, upsertOf } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../../model/proposal.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { createOnce } from '../../../operations/create-once.ts';
import { creatorOwnership } from '../../../operations/creator-ownership.ts';
import { ownersUpdate } from '../../../operations/owners/stored-owners.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { deleteEverywhere, requireExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import type { OwnerInput, Resolvers } from '../schema-types.generated.ts';
import { updating, withRootCause } from '../wrapped-error.ts';
import { ownersIn } from './asset-updates.ts';
import { parentDocumentsOf } from './knowledge.ts';

interface Links {
  readonly relatedAssets?: readonly string[] | null;
  readonly relatedDocuments?: readonly string[] | null;
}
interface CreateInput extends Links {
  readonly id?: string | null;
  readonly subType?: string | null;
  readonly title?: string | null;
  readonly state?: string | null;
  readonly contents: { readonly text: string };
  readonly owners?: readonly OwnerInput[] | null;
  readonly parentDocument?: string | null;
  readonly settings?: { readonly showInGlobalContext?: boolean | null } | null;
}
interface OfDocument {
  readonly urn: string;
}

const TYPE = 'document';
const INFO = 'documentInfo';
const SETTINGS = 'documentSettings';
const PRIVILEGE = 'EDIT_ENTITY_DOCS';

export const DOCUMENT_MUTATIONS = {
  createDocument: (_root, { input }, context) => {
    const urn = formatUrn(TYPE, input.id || context.settings.newId());
    return withRootCause(
      () => `Failed to create Document ${urn}`,
      () => createDocument(urn, input, context),
    );
  },
  updateDocumentContents: (_root, { input }, context) =>
    changing(input, context, ({ urn }) => {
      const { title, contents, subType } = input;
      const info = putGiven({ title, contents: contents && { text: contents.text } });
      return [...infoPatch(urn, info, context), ...(subType ? [subTypesOf(urn, subType)] : [])];
    }),
  updateDocumentRelatedEntities: (_root, { input }, context) =>
    changing(input, context, async ({ urn }) =>
      infoPatch(urn, putGiven(await checkedLinks(input, context)), context),
    ),
  updateDocumentStatus: (_root, { input }, context) =>
    changing(input, context, ({ urn }) => infoPatch(urn, [put(['status'], { state: input.state })], context)),
  updateDocumentSubType: (_root, { input }, context) =>
    changing(input, context, ({ urn }) => [subTypesOf(urn, input.subType ?? undefined)]),
  updateDocumentSettings: (_root, { input: { urn: of, showInGlobalContext } }, context) =>
    changing({ urn: of }, context, ({ urn }) => [settingsOf(urn, showInGlobalContext, context)]),
  moveDocument: (_root, { input }, context) =>
    changing(input, context, async (document) => {
      if (!input.parentDocument) return infoPatch(document.urn, [take(['parentDocument'])], context);
      const parent = await checkedParent(input.parentDocument, context);
      const above = [parent, ...(await parentDocumentsOf(parent, context))];
      if (above.some(({ urn }) => urn === document.urn)) {
        throw invalidRequest(
          `Cannot move a document into itself: ${parent.urn} is ${document.urn} or a descendant of it.`,
        );
      }
      return infoPatch(document.urn, [put(['parentDocument'], { document: parent.urn })], context);
    }),
  deleteDocument: (_root, { urn }, context) =>
    updating({ urn }, async () => {
      await deleteEverywhere(context.references.parseAs(TYPE, urn), context);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

async function createDocument(urn: Urn, input: CreateInput, context: GraphqlContext): Promise<Urn> {
  const stamp = { ...stampNow(context) };
  const parent = input.parentDocument ? await checkedParent(input.parentDocument, context) : undefined;
  const info = {
    ...given({ title: input.title }),
    source: { sourceType: 'NATIVE' },
    status: { state: input.state ?? 'UNPUBLISHED' },
    contents: { text: input.contents.text },
    created: stamp,
    lastModified: stamp,
    ...given(await checkedLinks(input, context)),
    ...(parent && { parentDocument: { document: parent.urn } }),
  };
  const owners = input.owners?.map(({ ownerUrn: owner, type, ownershipTypeUrn }) => ({
    ...{ owner, ...given({ type, ownershipTypeUrn }) },
  }));
  const proposals = [
    creationOf(urn, INFO, info),
    ...(input.subType ? [subTypesOf(urn, input.subType)] : []),
    settingsOf(urn, input.settings?.showInGlobalContext ?? true, context),
    owners ? ownersUpdate(urn, ownersIn({ owners }, context), context) : await creatorOwnership(urn, context),
  ];
  const taken = (): CatalogError =>
    new CatalogError('CONFLICT', `This Document already exists! ${urn} is taken: choose another id.`);
  await createOnce(urn, proposals, taken, context);
  return urn;
}

/** Commits changes of a document. Throws FORBIDDEN without EDIT_ENTITY_DOCS on it, NOT_FOUND if it does not exist. */
function changing(
  input: OfDocument,
  context: GraphqlContext,
  changesOf: (
    document: EntityReference,
  ) => readonly MetadataChangeProposal[] | Promise<readonly MetadataChangeProposal[]>,
): Promise<boolean> {
  return updating(input, async () => {
    const document = context.references.parseAs(TYPE, input.urn);
    await requireEdit(PRIVILEGE, [document], context);
    await requireExisting([document], (urn) => `Document ${urn} does not exist. Create it first.`, context);
    await context.ingest(await changesOf(document));
    return true;
  });
}

function infoPatch(
  urn: Urn,
  operations: readonly PatchOperation[],
  context: GraphqlContext,
): readonly MetadataChangeProposal[] {
  if (operations.length === 0) return [];
  return [patchOf(urn, INFO, [...operations, put(['lastModified'], { ...stampNow(context) })])];
}

function subTypesOf(urn: Urn, subType: string | undefined): MetadataChangeProposal {
  return upsertOf(urn, 'subTypes', { typeNames: subType ? [subType] : [] });
}

function settingsOf(urn: Urn, showInGlobalContext: boolean, context: GraphqlContext): MetadataChangeProposal {
  return upsertOf(urn, SETTINGS, { showInGlobalContext, lastModified: { ...stampNow(context) } });
}

async function checkedParent(urn: string, context: GraphqlContext): Promise<EntityReference> {
  const parent = context.references.parseAs(TYPE, urn);
  await requireExisting([parent], (missing) => `Parent document ${missing} does not exist.`, context);
  return parent;
}

/** Aspect members for the given related entities. Throws NOT_FOUND if one does not exist. */
async function checkedLinks({ relatedAssets, relatedDocuments }: Links, context: GraphqlContext) {
  const { references } = context;
  const assets = relatedAssets?.map((urn) => references.parse(urn));
  const documents = relatedDocuments?.map((urn) => references.parseAs(TYPE, urn));
  await requireExisting(
    [...(assets ?? []), ...(documents ?? [])],
    (urn) => `Related entity ${urn} does not exist. Check the urn.`,
    context,
  );
  return {
    relatedAssets: assets?.map(({ urn }) => ({ asset: urn })),
    relatedDocuments: documents?.map(({ urn }) => ({ document: urn })),
  };
}
