import { invalidRequest } from '../../../errors.ts';
import { upsertOf } from '../../../model/proposal-builders.ts';
import { parseUrn } from '../../../model/urn.ts';
import { readAspect, requireExisting } from '../../../operations/stored.ts';
import { object } from '../../../util/json-members.ts';
import type { JsonValue } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireOneOf } from '../mutation-steps.ts';
import { ofType } from '../presenters/associations.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';
import { after } from './aspect-field.ts';

interface ViewChoice {
  readonly defaultView?: string | null;
}

const SETTINGS = 'corpUserSettings';
const GLOBAL_SETTINGS = parseUrn('urn:li:globalSettings:0');
const GLOBAL_INFO = 'globalSettingsInfo';

/** Members of `appearance` by GraphQL setting name. */
const APPEARANCE: Readonly<Record<string, string>> = {
  SHOW_SIMPLIFIED_HOMEPAGE: 'showSimplifiedHomepage',
  SHOW_THEME_V2: 'showThemeV2',
};

/** Settings of `CorpUser`, visible to that user only. */
export const USER_SETTINGS = {
  settings: ({ urn }, _args, { catalog, loader, references }) => {
    if (urn !== catalog.actor.urn) return null;
    return after(loader.aspect(urn, SETTINGS), (value) => {
      const view = object(value?.['views'])?.['defaultView'];
      return {
        appearance: object(value?.['appearance']),
        views: { defaultView: ofType('dataHubView', references.find(view)) },
      };
    });
  },
} satisfies Partial<Resolvers['CorpUser']>;

/** Query for the global default view. */
export const GLOBAL_SETTINGS_QUERIES = {
  globalViewsSettings: (_root, _args, { loader }) =>
    after(loader.aspect(GLOBAL_SETTINGS, GLOBAL_INFO), (value) => ({
      defaultView: object(value?.['views'])?.['defaultView'] ?? null,
    })),
} satisfies Partial<Resolvers['Query']>;

/** Mutations of user settings and of global settings. */
export const USER_SETTING_MUTATIONS = {
  updateCorpUserViewsSettings: (_root, { input }, context) =>
    updating(input, async () => {
      await change('views', await viewChoice(input, context), context);
      return true;
    }),
  updateUserSetting: (_root, { input }, context) =>
    updating(input, async () => {
      const stored = await readAspect(context.catalog.actor.urn, SETTINGS, context);
      const member = APPEARANCE[input.name] ?? input.name;
      await change('appearance', { ...object(stored?.['appearance']), [member]: input.value }, context);
      return true;
    }),
  updateGlobalViewsSettings: (_root, { input }, context) => {
    requireOneOf(['MANAGE_GLOBAL_VIEWS'], context);
    return updating(input, async () => {
      const views = await viewChoice(input, context);
      const info = await readAspect(GLOBAL_SETTINGS, GLOBAL_INFO, context);
      if (typeof views.defaultView === 'string') await requireGlobal(views.defaultView, context);
      await context.ingest([upsertOf(GLOBAL_SETTINGS, GLOBAL_INFO, { ...info, views })]);
      return true;
    });
  },
} satisfies Partial<Resolvers['Mutation']>;

async function change(member: string, value: JsonValue, context: GraphqlContext): Promise<void> {
  const user = context.catalog.actor.urn;
  const stored = await readAspect(user, SETTINGS, context);
  const settings = { ...stored, appearance: object(stored?.['appearance']) ?? {}, [member]: value };
  await context.ingest([upsertOf(user, SETTINGS, settings)]);
}

async function viewChoice({ defaultView }: ViewChoice, context: GraphqlContext) {
  if (!defaultView) return {};
  const view = context.references.parseAs('dataHubView', defaultView);
  await requireExisting([view], (urn) => `View ${urn} does not exist. List the views to find one.`, context);
  return { defaultView: view.urn };
}

async function requireGlobal(view: string, context: GraphqlContext): Promise<void> {
  const info = await readAspect(parseUrn(view), 'dataHubViewInfo', context);
  if (info?.['type'] === 'GLOBAL') return;
  throw invalidRequest(`${view} is a personal view. The global default must be a global view.`);
}
