import { putOrTake } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { EDITS_DOCUMENT, PARENT_DOCUMENT, infoPatch, requireDocument, requireParent } from './document.ts';
import { objectOf } from '../shapes.ts';

/** Moves a document below another one, or to the top level; VALIDATION below itself. */
export const moveDocument = defineOperation({
  name: 'moveDocument',
  effect: 'write',
  summary: 'Moves a document below another one, or to the top level.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('document'),
      /** Default: the top level. */
      parentDocument: types.optionalEntityOf('document'),
    }),
  needs: EDITS_DOCUMENT,
  run: async ({ urn: document, parentDocument: parent }, work) => {
    await requireDocument(document, work);
    if (parent !== undefined) await requireParent(parent, work);
    const moved = putOrTake([PARENT_DOCUMENT.member], parent && { document: parent.urn });
    await work.ingest(infoPatch(document.urn, [moved], work));
  },
});
