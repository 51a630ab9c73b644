import { deletePageModule } from '../../../../operations/home-pages/delete-page-module.ts';
import { deletePageTemplate } from '../../../../operations/home-pages/delete-page-template.ts';
import { PAGE_MODULE, PAGE_TEMPLATE } from '../../../../operations/home-pages/page-part.ts';
import { upsertPageModule } from '../../../../operations/home-pages/upsert-page-module.ts';
import { upsertPageTemplate } from '../../../../operations/home-pages/upsert-page-template.ts';
import { TOKEN } from '../../../../operations/needs.ts';
import { GLOBAL_INFO, GLOBAL_SETTINGS } from '../../../../operations/settings/update-global-default-view.ts';
import { updateOwnHomePage } from '../../../../operations/settings/update-own-home-page.ts';
import type { EntityReferences } from '../../../../model/entity-reference.ts';
import { given } from '../../../../util/given.ts';
import { object, objects, texts } from '../../../../util/json/json-members.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { ofType } from '../../presenters/associations.ts';
import { auditStampOrNever, resolvedAuditStamp } from '../../presenters/stamps.ts';
import type { PageModuleParamsInput, Resolvers } from '../../schema/schema-types.generated.ts';
import { after, fromAspect } from '../fields/aspect-field.ts';
import { DONE, answeredBy, bind, ofInput } from '../fields/bind-operation.ts';

/** Built-in page template; also used if the global settings are older than it and name none. */
const DEFAULT_TEMPLATE = 'urn:li:dataHubPageTemplate:home_default_1';

/** Fields of `DataHubPageTemplate`. */
export const DATAHUB_PAGE_TEMPLATE = {
  properties: fromAspect(PAGE_TEMPLATE.infoAspect, (value, references) => ({
    ...value,
    ...stamps(value, references),
    rows: objects(value['rows']).map(({ modules }) => ({
      modules: texts(modules).flatMap((urn) => ofType(PAGE_MODULE.entityType, references.find(urn)) ?? []),
    })),
    assetSummary: summary(object(value['assetSummary']), references),
  })),
} satisfies Partial<Resolvers['DataHubPageTemplate']>;

function summary(value: JsonObject | undefined, references: EntityReferences): object | undefined {
  return (
    value && {
      summaryElements: objects(value['summaryElements']).map((element) => ({
        elementType: element['elementType'],
        structuredProperty: ofType('structuredProperty', references.find(element['structuredPropertyUrn'])),
      })),
    }
  );
}

/** Fields of `DataHubPageModule`. */
export const DATAHUB_PAGE_MODULE = {
  properties: fromAspect(PAGE_MODULE.infoAspect, (value, references) => ({
    ...value,
    ...stamps(value, references),
    params: shownParams(object(value['params']) ?? {}),
  })),
} satisfies Partial<Resolvers['DataHubPageModule']>;

/** The stored assets of a hierarchy may be absent. */
function shownParams({ hierarchyViewParams, ...params }: JsonObject): object {
  const hierarchy = object(hierarchyViewParams);
  return {
    ...params,
    hierarchyViewParams: hierarchy && { ...hierarchy, assetUrns: texts(hierarchy['assetUrns']) },
  };
}

function stamps({ created, lastModified }: JsonObject, references: EntityReferences): object {
  const shown = (stamp: unknown): object =>
    resolvedAuditStamp(stamp, references) ?? { time: auditStampOrNever(stamp).time };
  return { created: shown(created), lastModified: shown(lastModified) };
}

export const HOME_PAGE_QUERIES = {
  globalHomePageSettings: answeredBy(TOKEN, (_root, _args, { loader, references }) =>
    after(loader.aspect(GLOBAL_SETTINGS, GLOBAL_INFO), (value) => {
      const urn = object(value?.['homePage'])?.['defaultTemplate'] ?? DEFAULT_TEMPLATE;
      return { defaultTemplate: ofType(PAGE_TEMPLATE.entityType, references.find(urn)) };
    }),
  ),
} satisfies Partial<Resolvers['Query']>;

export const HOME_PAGE_MUTATIONS = {
  upsertPageTemplate: ofInput(upsertPageTemplate, { present: (template) => template }),
  deletePageTemplate: ofInput(deletePageTemplate, DONE),
  upsertPageModule: bind(
    upsertPageModule,
    ({ input: { params, ...input } }) => ({ ...input, params: storedParams(params) }),
    { present: (module) => module },
  ),
  deletePageModule: ofInput(deletePageModule, DONE),
  updateUserHomePageSettings: ofInput(updateOwnHomePage, DONE),
} satisfies Partial<Resolvers['Mutation']>;

function storedParams(params: PageModuleParamsInput): JsonObject {
  const { linkParams, richTextParams, assetCollectionParams, hierarchyViewParams } = params;
  return given({
    linkParams: linkParams && given(linkParams),
    richTextParams,
    assetCollectionParams: assetCollectionParams && given(assetCollectionParams),
    hierarchyViewParams: hierarchyViewParams && given(hierarchyViewParams),
  });
}
