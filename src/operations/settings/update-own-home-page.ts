import * as v from 'valibot';
import { given } from '../../util/given.ts';
import { texts } from '../../util/json/json-members.ts';
import { PAGE_TEMPLATE } from '../home-pages/page-part.ts';
import { list } from '../input-types.ts';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { changeOwnSettings } from './user-settings.ts';
import { FLAG, described, objectOf } from '../shapes.ts';

/** Sets or removes the caller's home page, and dismisses announcements. NOT_FOUND for a template that does not exist. */
export const updateOwnHomePage = defineOperation({
  name: 'updateOwnHomePage',
  effect: 'write',
  summary: 'Sets your home page, or dismisses announcements on it.',
  input: (types) =>
    objectOf({
      pageTemplate: described(
        'Urn of a page layout; null or omitted: unchanged.',
        types.optionalEntityOf(PAGE_TEMPLATE.entityType),
      ),
      removePageTemplate: v.nullish(described('Whether to return to the default home page.', FLAG), false),
      newDismissedAnnouncements: v.nullish(
        described(
          'Urns of posts to dismiss, in addition to those already dismissed.',
          list(v.nullable(types.entityOf('post'))),
        ),
        [],
      ),
    }),
  needs: TOKEN,
  run: async ({ pageTemplate, removePageTemplate, newDismissedAnnouncements }, work) => {
    await requireExisting(
      pageTemplate === undefined ? [] : [pageTemplate],
      (urn) => `Page template ${urn} does not exist. Create it first.`,
      work,
    );
    await changeOwnSettings(
      'homePage',
      ({ pageTemplate: before, ...others } = {}) => ({
        ...others,
        ...(removePageTemplate ? {} : given({ pageTemplate: before })),
        ...given({ pageTemplate: pageTemplate?.urn }),
        dismissedAnnouncements: [
          ...new Set([
            ...texts(others['dismissedAnnouncements']),
            ...newDismissedAnnouncements.flatMap((post) => post?.urn ?? []),
          ]),
        ],
      }),
      work,
    );
  },
});
