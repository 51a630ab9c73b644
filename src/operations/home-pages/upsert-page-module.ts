import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { OBJECT, objectOf } from '../shapes.ts';
import { PAGE_MODULE, PAGE_SCOPES, needOfPart, writePart } from './page-part.ts';
import { because } from '../../refusals.ts';

/** Required member of `params` by module type; other types require none. */
const NEEDED: Readonly<Record<string, string>> = {
  LINK: 'linkParams',
  RICH_TEXT: 'richTextParams',
  ASSET_COLLECTION: 'assetCollectionParams',
  HIERARCHY: 'hierarchyViewParams',
};

/** Creates or replaces a page module. Returns it. */
export const upsertPageModule = defineProtected({
  name: 'upsertPageModule',
  effect: 'write',
  summary: 'Creates or replaces a module of home pages.',
  input: (types) =>
    objectOf({
      /** Default: creates a new one. */
      urn: types.optionalEntityOf(PAGE_MODULE.entityType),
      scope: v.picklist(PAGE_SCOPES),
      name: v.string(),
      type: v.string(),
      params: OBJECT,
    }),
  about: ({ urn }) => (urn === undefined ? [] : [urn.urn]),
  needs: { ...needOfPart(PAGE_MODULE), documented: TOKEN },
  run: ({ urn, scope, name, type, params }, work) => {
    const needed = NEEDED[type];
    if (needed !== undefined && params[needed] === undefined) {
      throw invalidRequest(
        `Did not provide params.${needed} for a module of type ${type}.`,
        `params.${needed}`,
        because('INPUT_MISSING', { name: needed }),
      );
    }
    return writePart(PAGE_MODULE, { urn, scope }, { name, type, params }, work);
  },
});
