import { defineOperation } from '../operation.ts';
import { LINK_NEEDS, find, linkInput, storedLinks, writeLink } from './stored-links.ts';

/** Adds a link to an entity, or replaces the one with the same URL and label. */
export const upsertLink = defineOperation({
  name: 'upsertLink',
  effect: 'write',
  summary: 'Adds a link to an entity, or replaces the one with the same URL and label.',
  input: linkInput,
  needs: LINK_NEEDS,
  run: async (link, work) => {
    const links = await storedLinks(link.resourceUrn, work);
    await writeLink(link, find(links, link.linkUrl, link.label), work);
  },
});
