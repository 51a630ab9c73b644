import { addLink } from '../../../../operations/links/add-link.ts';
import { removeLink } from '../../../../operations/links/remove-link.ts';
import { updateLink } from '../../../../operations/links/update-link.ts';
import { upsertLink } from '../../../../operations/links/upsert-link.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import type { AddLinkInput, Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of documentation links. */
export const LINK_MUTATIONS = {
  addLink: bind(addLink, ({ input }) => linkOf(input), DONE),
  upsertLink: bind(upsertLink, ({ input }) => linkOf(input), DONE),
  updateLink: bind(
    updateLink,
    ({ input }) => ({
      ...linkOf(input),
      currentUrl: input.currentUrl,
      currentLabel: input.currentLabel,
    }),
    DONE,
  ),
  removeLink: bind(
    removeLink,
    ({ input: { resourceUrn, linkUrl, label } }) => ({
      entity: resourceUrn,
      url: linkUrl,
      label: label || undefined,
    }),
    DONE,
  ),
} satisfies Partial<Resolvers['Mutation']>;

function linkOf({ resourceUrn, linkUrl, label, settings }: AddLinkInput) {
  return {
    entity: resourceUrn,
    url: linkUrl,
    label,
    showInAssetPreview: settings?.showInAssetPreview,
  };
}
