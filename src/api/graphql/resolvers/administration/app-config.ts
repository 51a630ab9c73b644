import { TOKEN } from '../../../../operations/needs.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Feature flags of DataHub's web application; true for what this server supports. */
const FEATURES = {
  businessAttributeEntityEnabled: true,
  dataContractsEnabled: true,
  editableDatasetNameEnabled: true,
  entityVersioningEnabled: true,
  erModelRelationshipFeatureEnabled: true,
  hideDbtSourceInLineage: false,
  lineageGraphV2: true,
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
  showManageStructuredProperties: true,
  showNavBarRedesign: true,
  showSearchFiltersV2: true,
  showSeparateSiblings: false,
  themeV2Default: true,
  themeV2Enabled: true,
  themeV2Toggleable: false,
};

/** `appConfig`: capabilities and settings of the server. */
export const CONFIG_QUERIES = {
  appConfig: answeredBy(TOKEN, (_root, _args, { settings }) => ({
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
    },
    chromeExtensionConfig: { enabled: false, lineageEnabled: false },
    entityIndexV3: { enabled: false },
    telemetryConfig: { enableThirdPartyLogging: false },
    semanticSearchConfig: { enabled: false, enabledEntities: [] },
  })),
} satisfies Partial<Resolvers['Query']>;
