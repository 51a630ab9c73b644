import { invalidRequest } from '../../../../errors.ts';
import { TOKEN } from '../../../../operations/needs.ts';
import { GLOBAL_INFO, GLOBAL_SETTINGS } from '../../../../operations/settings/update-global-default-view.ts';
import { updateApplicationsSettings } from '../../../../operations/settings/update-applications-settings.ts';
import { object } from '../../../../util/json/json-members.ts';
import { after } from '../fields/aspect-field.ts';
import { DONE, answeredBy, bind } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { because } from '../../../../refusals.ts';

/** Feature flags of DataHub's web application; true for what this server supports. */
const FEATURES = {
  assetSummaryPageV1: true,
  browserTracingEnabled: false,
  browserWebVitalsEnabled: false,
  businessAttributeEntityEnabled: true,
  contextDocumentsEnabled: true,
  dataContractsEnabled: true,
  dataProductLineageEnabled: false,
  datasetSummaryPageV1: true,
  documentationFileUploadV1: false,
  editableDatasetNameEnabled: true,
  entityVersioningEnabled: true,
  erModelRelationshipFeatureEnabled: true,
  glossaryBasedPoliciesEnabled: false,
  hideDbtSourceInLineage: false,
  hideLineageInSearchCards: false,
  i18nEnabled: true,
  ingestionOnboardingRedesignV1: true,
  lineageGraphV2: true,
  logicalModelsEnabled: false,
  metricsEnabled: true,
  multipleDataProductsPerAsset: true,
  nestedDomainsEnabled: true,
  platformBrowseV2: true,
  readOnlyModeEnabled: false,
  schemaFieldCLLEnabled: true,
  schemaFieldLineageIgnoreStatus: true,
  showAccessManagement: true,
  showAcrylInfo: false,
  showAutoCompleteResults: true,
  showBrowseV2: true,
  showDefaultExternalLinks: true,
  showHasSiblingsFilter: true,
  showHomePageRedesign: true,
  showHomepageUserRole: false,
  showIngestionPageRedesign: true,
  showIntroducePage: true,
  showLineageExpandMore: true,
  showLineageFilterNodes: true,
  showManageStructuredProperties: true,
  showManageTags: true,
  showNavBarRedesign: true,
  showProductUpdates: false,
  showSearchBarAutocompleteRedesign: true,
  showSearchFiltersV2: true,
  showSeparateSiblings: false,
  showStatsTabRedesign: true,
  showTestsInHealthIcon: false,
  themeV2Default: true,
  themeV2Enabled: true,
  themeV2Toggleable: false,
};

/** `appConfig`: capabilities and settings of the server. */
export const CONFIG_QUERIES = {
  appConfig: answeredBy(TOKEN, (_root, _args, { loader, settings }) => ({
    appVersion: settings.version,
    analyticsConfig: { enabled: false },
    authConfig: { tokenAuthEnabled: true },
    identityManagementConfig: { enabled: true },
    lineageConfig: { supportsImpactAnalysis: true },
    managedIngestionConfig: { enabled: true },
    testsConfig: { enabled: false },
    viewsConfig: { enabled: true },
    featureFlags: FEATURES,
    visualConfig: {
      hideGlossary: false,
      queriesTab: { queriesTabResultSize: 5 },
      entityProfiles: { domain: {} },
      searchResult: { enableNameHighlight: true },
      showFullTitleInLineage: false,
      application: () =>
        after(loader.aspect(GLOBAL_SETTINGS, GLOBAL_INFO), (info) => ({
          showApplicationInNavigation: object(info?.['applications'])?.['enabled'] === true,
          showSidebarSectionWhenEmpty: false,
        })),
    },
    chromeExtensionConfig: { enabled: false, lineageEnabled: false },
    entityIndexV3: { enabled: false },
    telemetryConfig: { enableThirdPartyLogging: false },
    homePageConfig: { firstInPersonalSidebar: 'YOUR_ASSETS' },
    searchBarConfig: { apiVariant: 'SEARCH_ACROSS_ENTITIES' },
    searchCardConfig: { showDescription: true },
    searchFlagsConfig: { defaultSkipHighlighting: false },
    semanticSearchConfig: { enabled: false, enabledEntities: [] },
  })),
  docPropagationSettings: answeredBy(TOKEN, () => ({ docColumnPropagation: false })),
  latestProductUpdate: answeredBy(TOKEN, () => null),
} satisfies Partial<Resolvers['Query']>;

/** Mutation of the settings of DataHub's web application. */
export const CONFIG_MUTATIONS = {
  updateApplicationsSettings: bind(
    updateApplicationsSettings,
    ({ input: { enabled } }) => {
      if (typeof enabled === 'boolean') return { enabled };
      throw invalidRequest(
        'input.enabled is missing. Give true or false.',
        undefined,
        because('INPUT_MISSING', { name: 'enabled' }),
      );
    },
    DONE,
  ),
} satisfies Partial<Resolvers['Mutation']>;
