import { TOKEN } from '../../../../operations/needs.ts';
import {
  GLOBAL_INFO,
  GLOBAL_SETTINGS,
  updateGlobalDefaultView,
} from '../../../../operations/settings/update-global-default-view.ts';
import { updateOwnAppearance } from '../../../../operations/settings/update-own-appearance.ts';
import { updateOwnLocale } from '../../../../operations/settings/update-own-locale.ts';
import { updateOwnDefaultView } from '../../../../operations/settings/update-own-default-view.ts';
import { USER_SETTINGS as SETTINGS } from '../../../../operations/settings/user-settings.ts';
import { object, texts } from '../../../../util/json/json-members.ts';
import { DONE, answeredBy, bind, ofInput } from '../fields/bind-operation.ts';
import { ofType } from '../../presenters/associations.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { after, stored } from '../fields/aspect-field.ts';

/** Members of `appearance` by GraphQL setting name. */
const APPEARANCE = {
  SHOW_SIMPLIFIED_HOMEPAGE: 'showSimplifiedHomepage',
  SHOW_THEME_V2: 'showThemeV2',
} as const;

/** Settings of `CorpUser`, visible to that user only. */
export const USER_SETTINGS = {
  settings: ({ urn }, _args, { actor, loader, references }) => {
    if (urn !== actor.urn) return null;
    return after(loader.aspect(urn, SETTINGS), (value) => {
      const view = object(value?.['views'])?.['defaultView'];
      const homePage = object(value?.['homePage']);
      return {
        appearance: object(value?.['appearance']),
        views: { defaultView: ofType('dataHubView', references.find(view)) },
        locale: object(value?.['locale']),
        homePage: homePage && {
          pageTemplate: ofType('dataHubPageTemplate', references.find(homePage['pageTemplate'])),
          dismissedAnnouncementUrns: texts(homePage['dismissedAnnouncements']),
        },
      };
    });
  },
} satisfies Partial<Resolvers['CorpUser']>;

/** Query for the global default view. */
export const GLOBAL_SETTINGS_QUERIES = {
  globalViewsSettings: answeredBy(TOKEN, (_root, _args, { loader }) =>
    after(loader.aspect(GLOBAL_SETTINGS, GLOBAL_INFO), (value) => ({
      defaultView: stored(object(value?.['views'])?.['defaultView']),
    })),
  ),
} satisfies Partial<Resolvers['Query']>;

/** Mutations of user settings and of global settings. */
export const USER_SETTING_MUTATIONS = {
  updateCorpUserViewsSettings: ofInput(updateOwnDefaultView, DONE),
  updateCorpUserLocaleSettings: ofInput(updateOwnLocale, DONE),
  updateUserSetting: bind(
    updateOwnAppearance,
    ({ input: { name, value } }) => ({ setting: APPEARANCE[name], value }),
    DONE,
  ),
  updateGlobalViewsSettings: ofInput(updateGlobalDefaultView, DONE),
} satisfies Partial<Resolvers['Mutation']>;
