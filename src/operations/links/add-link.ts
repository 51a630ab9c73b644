import { defineOperation } from '../operation.ts';
import { LINK_NEEDS, alreadyExists, find, linkInput, storedLinks, writeLink } from './stored-links.ts';

/** Adds a link to an entity; INVALID_REQUEST if it has one with the same URL and label. */
export const addLink = defineOperation({
  name: 'addLink',
  effect: 'write',
  summary: 'Adds a link to an entity.',
  input: linkInput,
  needs: LINK_NEEDS,
  run: async (link, work) => {
    const links = await storedLinks(link.resourceUrn, work);
    if (find(links, link.linkUrl, link.label)) throw alreadyExists(link);
    await writeLink(link, undefined, work);
  },
});
