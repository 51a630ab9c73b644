import { createDocument } from '../../../../operations/documents/create-document.ts';
import { deleteDocument } from '../../../../operations/documents/delete-document.ts';
import { moveDocument } from '../../../../operations/documents/move-document.ts';
import { updateDocument } from '../../../../operations/documents/update-document.ts';
import { DONE, bind, ofArguments, ofInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

export const DOCUMENT_MUTATIONS = {
  createDocument: bind(
    createDocument,
    ({ input: { id, contents, owners, parentDocument, settings, ...input } }, context) => ({
      ...input,
      id: id ?? context.settings.newId(),
      text: contents.text,
      owners: owners?.map(({ ownerEntityType: _type, ...owner }) => owner),
      parentDocument: parentDocument || undefined,
      showInGlobalContext: settings?.showInGlobalContext,
    }),
    {
      present: (urn) => urn,
    },
  ),
  updateDocumentContents: bind(
    updateDocument,
    // Unlike in the other fields, an empty subtype leaves the present one.
    ({ input: { subType, ...input } }) => ({ ...input, subType: subType || undefined }),
    DONE,
  ),
  updateDocumentRelatedEntities: ofInput(updateDocument, DONE),
  updateDocumentStatus: ofInput(updateDocument, DONE),
  updateDocumentSubType: bind(
    updateDocument,
    ({ input }) => ({ urn: input.urn, subType: input.subType ?? '' }),
    DONE,
  ),
  updateDocumentSettings: ofInput(updateDocument, { ...DONE }),
  moveDocument: ofInput(moveDocument, DONE),
  deleteDocument: ofArguments(deleteDocument, DONE),
} satisfies Partial<Resolvers['Mutation']>;
