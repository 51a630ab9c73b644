import * as v from 'valibot';
import { defineOperation } from '../operation.ts';
import { LINK_NEEDS, removal, storedLinks } from './stored-links.ts';

/** Removes the links with the URL from an entity: only the one with the label, if given. Missing links are ignored. */
export const removeLink = defineOperation({
  name: 'removeLink',
  effect: 'write',
  summary: 'Removes the links with a URL from an entity; with a label, only the one that has it.',
  input: (types) => v.object({ entity: types.entity(), url: v.string(), label: v.optional(v.string()) }),
  needs: LINK_NEEDS,
  run: async ({ entity, url, label }, work) => {
    const links = await storedLinks(entity, work);
    const gone = links.filter(
      (link) => link['url'] === url && (label === undefined || link['description'] === label),
    );
    await work.ingest(removal(entity.urn, gone));
  },
});
