import * as v from 'valibot';
import { defineOperation } from '../operation.ts';
import { LINK_NEEDS, removal, storedLinks } from './stored-links.ts';
import { objectOf } from '../shapes.ts';

/** Removes the links with the URL from an entity: only the one with the label, if given. Missing links are ignored. */
export const removeLink = defineOperation({
  name: 'removeLink',
  effect: 'write',
  summary: 'Removes the links with a URL from an entity; with a label, only the one that has it.',
  input: (types) =>
    objectOf({ resourceUrn: types.entity(), linkUrl: v.string(), label: v.nullish(v.string()) }),
  needs: LINK_NEEDS,
  run: async ({ resourceUrn: entity, linkUrl: url, label }, work) => {
    const links = await storedLinks(entity, work);
    const gone = links.filter((link) => link['url'] === url && (!label || link['description'] === label));
    await work.ingest(removal(entity.urn, gone));
  },
});
