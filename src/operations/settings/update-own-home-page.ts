import * as v from 'valibot';
import { given } from '../../util/given.ts';
import { texts } from '../../util/json/json-members.ts';
import { PAGE_TEMPLATE } from '../home-pages/page-part.ts';
import { list } from '../input-types.ts';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { changeOwnSettings } from './user-settings.ts';
import { objectOf } from '../shapes.ts';

/** Chooses the caller's home page, or none, and hides announcements from it. NOT_FOUND for a template that is not there. */
export const updateOwnHomePage = defineOperation({
  name: 'updateOwnHomePage',
  effect: 'write',
  summary: 'Sets your home page, or hides announcements from it.',
  input: (types) =>
    objectOf({
      pageTemplate: v.optional(types.entityOf(PAGE_TEMPLATE.entityType)),
      removePageTemplate: v.nullish(v.boolean(), false),
      dismissed: v.nullish(list(types.entityOf('post')), []),
    }),
  needs: TOKEN,
  run: async ({ pageTemplate, removePageTemplate, dismissed }, work) => {
    await requireExisting(
      pageTemplate === undefined ? [] : [pageTemplate],
      (urn) => `Page template ${urn} does not exist. Make it first.`,
      work,
    );
    await changeOwnSettings(
      'homePage',
      ({ pageTemplate: before, ...others } = {}) => ({
        ...others,
        ...(removePageTemplate ? {} : given({ pageTemplate: before })),
        ...given({ pageTemplate: pageTemplate?.urn }),
        dismissedAnnouncements: [
          ...new Set([...texts(others['dismissedAnnouncements']), ...dismissed.map(({ urn }) => urn)]),
        ],
      }),
      work,
    );
  },
});
