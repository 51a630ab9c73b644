import { createDocument } from '../../../../operations/documents/create-document.ts';
import { deleteDocument } from '../../../../operations/documents/delete-document.ts';
import { moveDocument } from '../../../../operations/documents/move-document.ts';
import { updateDocument } from '../../../../operations/documents/update-document.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

export const DOCUMENT_MUTATIONS = {
  createDocument: bind(
    createDocument,
    ({ input: { id, contents, owners, parentDocument, settings, ...input } }, context) => ({
      ...input,
      id: id ?? context.settings.newId(),
      text: contents.text,
      owners: owners?.map(({ ownerUrn: owner, type, ownershipTypeUrn }) => ({
        owner,
        type,
        ownershipType: ownershipTypeUrn || undefined,
      })),
      parentDocument: parentDocument || undefined,
      showInGlobalContext: settings?.showInGlobalContext,
    }),
    {
      present: (urn) => urn,
    },
  ),
  updateDocumentContents: bind(
    updateDocument,
    ({ input: { urn, title, contents, subType } }) => ({
      document: urn,
      title,
      text: contents?.text,
      subType: subType || undefined,
    }),
    DONE,
  ),
  updateDocumentRelatedEntities: bind(
    updateDocument,
    ({ input: { urn, relatedAssets, relatedDocuments } }) => ({
      document: urn,
      relatedAssets,
      relatedDocuments,
    }),
    DONE,
  ),
  updateDocumentStatus: bind(
    updateDocument,
    ({ input }) => ({ document: input.urn, state: input.state }),
    DONE,
  ),
  updateDocumentSubType: bind(
    updateDocument,
    ({ input }) => ({ document: input.urn, subType: input.subType ?? '' }),
    DONE,
  ),
  updateDocumentSettings: bind(
    updateDocument,
    ({ input: { urn, showInGlobalContext } }) => ({ document: urn, showInGlobalContext }),
    { ...DONE },
  ),
  moveDocument: bind(
    moveDocument,
    ({ input: { urn, parentDocument } }) => ({ document: urn, parent: parentDocument || undefined }),
    DONE,
  ),
  deleteDocument: bind(deleteDocument, ({ urn }) => ({ document: urn }), DONE),
} satisfies Partial<Resolvers['Mutation']>;
