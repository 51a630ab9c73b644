import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { defineOperation } from '../operation.ts';
import { LINK_NEEDS, alreadyExists, find, linkInput, storedLinks, writeLink } from './stored-links.ts';
import { objectOf } from '../shapes.ts';

/**
 * Changes the link with the current URL and label. Throws NOT_FOUND when there is none, and INVALID_REQUEST when another
 * link has the new URL and label.
 */
export const updateLink = defineOperation({
  name: 'updateLink',
  effect: 'write',
  summary: 'Changes the URL or the label of a link of an entity.',
  input: (types) =>
    objectOf({ ...linkInput(types).entries, currentUrl: v.string(), currentLabel: v.string() }),
  needs: LINK_NEEDS,
  run: async ({ currentUrl, currentLabel, ...link }, work) => {
    const links = await storedLinks(link.resourceUrn, work);
    const current = find(links, currentUrl, currentLabel);
    if (current === undefined) {
      throw new CatalogError(
        'NOT_FOUND',
        `The link '${currentUrl}' with label '${currentLabel}' does not exist.`,
      );
    }
    const other = find(links, link.linkUrl, link.label);
    if (other !== undefined && other !== current) throw alreadyExists(link);
    await writeLink(link, current, work);
  },
});
