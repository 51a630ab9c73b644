import { defineProtected } from '../operation.ts';
import { PAGE_MODULE, deletePart, needOfPart } from './page-part.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a page module and, in the background, references to it. */
export const deletePageModule = defineProtected({
  name: 'deletePageModule',
  effect: 'delete',
  summary: 'Deletes a module of home pages; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf(PAGE_MODULE.entityType) }),
  about: ({ urn }) => [urn.urn],
  needs: needOfPart(PAGE_MODULE),
  run: ({ urn: entity }, work) => deletePart(PAGE_MODULE, entity, work),
});
