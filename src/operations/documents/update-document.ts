import * as v from 'valibot';
import { putGiven } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import {
  DOCUMENT_STATES,
  EDITS_DOCUMENT,
  checkedLinks,
  infoPatch,
  linksInput,
  requireDocument,
  settingsOf,
  subTypesOf,
} from './document.ts';
import { TEXT, objectOf } from '../shapes.ts';

/** Changes a document in one commit. Omitted members stay unchanged. */
export const updateDocument = defineOperation({
  name: 'updateDocument',
  effect: 'write',
  summary: 'Changes the given members of a document in one commit.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('document'),
      title: v.nullish(v.string()),
      contents: v.nullish(objectOf({ text: TEXT })),
      state: v.nullish(v.picklist(DOCUMENT_STATES)),
      /** Blank or null: none. */
      subType: v.optional(v.nullable(v.string())),
      showInGlobalContext: v.optional(v.boolean()),
      /** Complete lists. */
      ...linksInput(types),
    }),
  needs: EDITS_DOCUMENT,
  run: async (input, work) => {
    const { urn: document, title, contents, state, subType, showInGlobalContext } = input;
    const { urn } = document;
    await requireDocument(document, work);
    const info = putGiven({
      title,
      contents: contents ? { text: contents.text } : undefined,
      status: state && { state },
      ...(await checkedLinks(input, work)),
    });
    await work.ingest([
      ...infoPatch(urn, info, work),
      ...(subType === undefined ? [] : [subTypesOf(urn, subType ?? '')]),
      ...(showInGlobalContext === undefined ? [] : [settingsOf(urn, showInGlobalContext, work)]),
    ]);
  },
});
