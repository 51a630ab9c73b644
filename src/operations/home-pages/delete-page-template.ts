import { defineProtected } from '../operation.ts';
import { PAGE_TEMPLATE, deletePart, needOfPart } from './page-part.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a page template and, in the background, references to it. */
export const deletePageTemplate = defineProtected({
  name: 'deletePageTemplate',
  effect: 'delete',
  summary: 'Deletes a template of home pages; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf(PAGE_TEMPLATE.entityType) }),
  about: ({ urn }) => [urn.urn],
  needs: needOfPart(PAGE_TEMPLATE),
  run: ({ urn: entity }, work) => deletePart(PAGE_TEMPLATE, entity, work),
});
