import type { SchemaResolvers } from '../schema/schema-resolvers.ts';
import {
  ACCESS_TOKEN_METADATA,
  ACCESS_TOKEN_MUTATIONS,
  ACCESS_TOKEN_QUERIES,
} from './access/access-token.ts';
import { ACCOUNT_MUTATIONS, ACCOUNT_QUERIES, SERVICE_ACCOUNT } from './accounts/accounts.ts';
import { EXECUTION_REQUEST, ROLE, VERSION_SET } from './administration/administration.ts';
import { STEP_STATE_MUTATIONS, STEP_STATE_QUERIES } from './accounts/step-states.ts';
import { UNSUPPORTED_MUTATIONS, UNSUPPORTED_QUERIES } from './administration/unsupported-fields.ts';
import { ENTITY_DATA_PRODUCT_QUERIES } from './business/entity-data-products.ts';
import { ER_RELATIONSHIP_MUTATIONS } from './knowledge/er-relationships.ts';
import { LOGICAL_LINK_MUTATIONS } from './lineage/logical-links.ts';
import { CONFIG_MUTATIONS, CONFIG_QUERIES } from './administration/app-config.ts';
import { BULK_EDIT_MUTATIONS, BULK_EDIT_QUERIES } from './administration/bulk-edits.ts';
import { DELETION_QUERIES } from './administration/deletions.ts';
import { DEMO_MUTATIONS } from './administration/demo.ts';
import { ASSET_SETTINGS_MUTATIONS } from './administration/asset-settings.ts';
import { APPLICATION_MUTATIONS, APPLICATION_QUERIES } from './business/applications.ts';
import { ASSERTION, ASSERTION_MUTATIONS } from './quality/assertions.ts';
import { ASSET_UPDATE_MUTATIONS } from './entities/asset-updates.ts';
import { WEBHOOK_MUTATIONS, WEBHOOK_QUERIES } from './access/webhooks.ts';
import { AUDIT_QUERIES } from './access/audit.ts';
import { BROWSE_QUERIES } from './search/browse.ts';
import { BUSINESS_ATTRIBUTE_MUTATIONS, BUSINESS_ATTRIBUTE_QUERIES } from './business/business-attributes.ts';
import {
  APPLICATION_PROPERTIES,
  BUSINESS_ATTRIBUTE_INFO,
  CONTAINER,
  DATA_PRODUCT,
  DATA_PRODUCT_PROPERTIES,
  DOMAIN,
  DOMAIN_PROPERTIES,
} from './business/business.ts';
import {
  CHART,
  CHART_PROPERTIES,
  DASHBOARD,
  DASHBOARD_INFO,
  NOTEBOOK,
} from './assets/charts-and-dashboards.ts';
import { COMPLETION_QUERIES } from './search/completion.ts';
import { CONNECTION_MUTATIONS, CONNECTION_QUERIES, DATAHUB_CONNECTION } from './ingestion/connections.ts';
import { DATA_CONTRACT_MUTATIONS } from './quality/data-contracts.ts';
import { DATA_PRODUCT_MUTATIONS, DATA_PRODUCT_QUERIES } from './business/data-products.ts';
import { COLUMN_DETAILS, DATASET_DETAILS, SCHEMA_FIELD } from './assets/dataset-details.ts';
import { DATASET, DATASET_PROPERTIES } from './assets/dataset.ts';
import { DEPRECATION_MUTATIONS } from './annotations/deprecation.ts';
import { DESCRIPTION_MUTATIONS } from './annotations/descriptions.ts';
import { DOCUMENT_MUTATIONS } from './knowledge/documents.ts';
import { DOMAIN_MUTATIONS, DOMAIN_QUERIES } from './business/domains.ts';
import { ENTITY_FIELDS } from './entities/entity-fields.ts';
import { ENTITY_QUERIES } from './entities/entity-queries.ts';
import { EXECUTION_REQUEST_MUTATIONS, EXECUTION_REQUEST_QUERIES } from './ingestion/execution-requests.ts';
import { FORM_MUTATIONS } from './quality/forms.ts';
import { GLOSSARY_MUTATIONS } from './glossary/glossary-changes.ts';
import { GLOSSARY_QUERIES } from './glossary/glossary-lists.ts';
import {
  GLOSSARY_NODE,
  GLOSSARY_NODE_PROPERTIES,
  GLOSSARY_TERM,
  GLOSSARY_TERM_PROPERTIES,
} from './glossary/glossary.ts';
import {
  DATAHUB_PAGE_MODULE,
  DATAHUB_PAGE_TEMPLATE,
  HOME_PAGE_MUTATIONS,
  HOME_PAGE_QUERIES,
} from './administration/home-pages.ts';
import { INCIDENT, INCIDENT_MUTATIONS } from './quality/incidents.ts';
import {
  INGESTION_SOURCE,
  INGESTION_SOURCE_MUTATIONS,
  INGESTION_SOURCE_QUERIES,
} from './ingestion/ingestion-source.ts';
import {
  DOCUMENT,
  DOCUMENT_CONTENT,
  ER_MODEL_RELATIONSHIP_PROPERTIES,
  QUERY_ENTITY,
} from './knowledge/knowledge.ts';
import { LABEL_MUTATIONS } from './annotations/labels.ts';
import { PROPOSAL_MUTATIONS } from './annotations/proposals.ts';
import { LINEAGE_MUTATIONS } from './lineage/lineage-edges.ts';
import { LIFECYCLE_MUTATIONS, LIFECYCLE_QUERIES } from './annotations/lifecycle.ts';
import { LINEAGE_QUERIES } from './lineage/lineage.ts';
import { LINK_MUTATIONS } from './annotations/links.ts';
import { ML_FEATURE, ML_MODEL, ML_MODEL_PROPERTIES, ML_PRIMARY_KEY } from './assets/ml.ts';
import { TEST, TEST_MUTATIONS, TEST_QUERIES } from './quality/metadata-tests.ts';
import { OPERATION_MUTATIONS } from './timeseries/reported-operations.ts';
import { OVERVIEW_QUERIES } from './search/overview.ts';
import { OWNER, OWNERSHIP_MUTATIONS, OWNERSHIP_QUERIES } from './annotations/ownership.ts';
import { PATCH_MUTATIONS } from './entities/patch.ts';
import { CORP_USER, CORP_USER_EDITABLE_PROPERTIES, PEOPLE_QUERIES } from './accounts/people.ts';
import { DATA_FLOW, DATA_JOB, DATA_PROCESS_INSTANCE } from './assets/pipelines.ts';
import { PLAN_MUTATIONS, PLAN_QUERIES } from './structured-properties/plan.ts';
import { PLATFORM_RESOURCE } from './ingestion/platform-resource.ts';
import { DATA_PLATFORM, DATA_PLATFORM_INSTANCE } from './ingestion/platforms.ts';
import { DATAHUB_POLICY, POLICY_MUTATIONS, POLICY_QUERIES } from './access/policies.ts';
import { POST, POST_MUTATIONS, POST_QUERIES } from './administration/posts.ts';
import { APP_CONFIG, AUTHENTICATED_USER, PRIVILEGE_QUERIES } from './access/privileges.ts';
import { PROPERTY_ASSIGNMENT_MUTATIONS } from './structured-properties/property-assignments.ts';
import { PROPERTY_DEFINITION_MUTATIONS } from './structured-properties/property-definitions.ts';
import { FORM } from './quality/quality.ts';
import { QUERY_LISTS, QUERY_MUTATIONS } from './knowledge/queries.ts';
import { DOCUMENT_QUERIES } from './knowledge/related-documents.ts';
import { SCHEMA_FIELD_ENTITY } from './assets/schema-field.ts';
import { SEARCH_QUERIES } from './search/search.ts';
import { SECRET_MUTATIONS, SECRET_QUERIES } from './ingestion/secrets.ts';
import { SEMANTIC_SEARCH_QUERIES } from './search/semantic-search.ts';
import { SOFT_DELETE_MUTATIONS } from './entities/soft-delete.ts';
import { CHART_STATS, DASHBOARD_STATS, DATASET_STATS } from './timeseries/stats-summary.ts';
import { STRUCTURED_PROPERTY_DEFINITION } from './structured-properties/allowed-values.ts';
import {
  DATA_TYPE_ENTITY,
  ENTITY_TYPE_ENTITY,
  STRUCTURED_PROPERTY_ENTITY,
} from './structured-properties/structured-property.ts';
import { SUMMARY_QUERIES } from './search/summary.ts';
import { TAG_MUTATIONS } from './annotations/tag.ts';
import { METRIC, METRIC_QUERIES, SEMANTIC_MODEL } from './metrics/metrics.ts';
import { MOMENT_QUERIES } from './versions/moments.ts';
import { RESTORE_MUTATIONS } from './versions/restore.ts';
import { TIMELINE_QUERIES } from './versions/timeline.ts';
import { DATASET_CAPABILITIES } from './timeseries/dataset-capabilities.ts';
import { ASSERTION_POINTS, DASHBOARD_POINTS, DATASET_POINTS } from './timeseries/timeseries.ts';
import { GLOBAL_SETTINGS_QUERIES, USER_SETTINGS, USER_SETTING_MUTATIONS } from './accounts/user-settings.ts';
import { USED_VALUE_QUERIES } from './structured-properties/used-values.ts';
import { VALUE_REMOVAL_QUERIES } from './structured-properties/value-removal.ts';
import { VERSIONED_DATASET, VERSIONED_DATASET_QUERIES } from './versions/versioned-dataset.ts';
import { VERSION_MUTATIONS } from './versions/versions.ts';
import { DATAHUB_VIEW, VIEW_MUTATIONS, VIEW_QUERIES } from './search/views.ts';

/** All resolvers, by GraphQL type. */
export const RESOLVERS = {
  Query: {
    ...ENTITY_QUERIES,
    ...SEARCH_QUERIES,
    ...SUMMARY_QUERIES,
    ...LINEAGE_QUERIES,
    ...LIFECYCLE_QUERIES,
    ...METRIC_QUERIES,
    ...MOMENT_QUERIES,
    ...TIMELINE_QUERIES,
    ...PEOPLE_QUERIES,
    ...ACCESS_TOKEN_QUERIES,
    ...WEBHOOK_QUERIES,
    ...ACCOUNT_QUERIES,
    ...CONFIG_QUERIES,
    ...STEP_STATE_QUERIES,
    ...UNSUPPORTED_QUERIES,
    ...POLICY_QUERIES,
    ...PRIVILEGE_QUERIES,
    ...PLAN_QUERIES,
    ...AUDIT_QUERIES,
    ...BULK_EDIT_QUERIES,
    ...DELETION_QUERIES,
    ...USED_VALUE_QUERIES,
    ...VALUE_REMOVAL_QUERIES,
    ...INGESTION_SOURCE_QUERIES,
    ...APPLICATION_QUERIES,
    ...BUSINESS_ATTRIBUTE_QUERIES,
    ...DATA_PRODUCT_QUERIES,
    ...ENTITY_DATA_PRODUCT_QUERIES,
    ...DOMAIN_QUERIES,
    ...GLOSSARY_QUERIES,
    ...OWNERSHIP_QUERIES,
    ...QUERY_LISTS,
    ...BROWSE_QUERIES,
    ...COMPLETION_QUERIES,
    ...OVERVIEW_QUERIES,
    ...POST_QUERIES,
    ...VIEW_QUERIES,
    ...SECRET_QUERIES,
    ...CONNECTION_QUERIES,
    ...VERSIONED_DATASET_QUERIES,
    ...DOCUMENT_QUERIES,
    ...EXECUTION_REQUEST_QUERIES,
    ...GLOBAL_SETTINGS_QUERIES,
    ...HOME_PAGE_QUERIES,
    ...TEST_QUERIES,
    ...SEMANTIC_SEARCH_QUERIES,
  },
  Mutation: {
    ...PROPERTY_DEFINITION_MUTATIONS,
    ...PROPERTY_ASSIGNMENT_MUTATIONS,
    ...TAG_MUTATIONS,
    ...INGESTION_SOURCE_MUTATIONS,
    ...SOFT_DELETE_MUTATIONS,
    ...ACCESS_TOKEN_MUTATIONS,
    ...WEBHOOK_MUTATIONS,
    ...ACCOUNT_MUTATIONS,
    ...POLICY_MUTATIONS,
    ...PLAN_MUTATIONS,
    ...APPLICATION_MUTATIONS,
    ...ASSERTION_MUTATIONS,
    ...ASSET_SETTINGS_MUTATIONS,
    ...INCIDENT_MUTATIONS,
    ...ASSET_UPDATE_MUTATIONS,
    ...PATCH_MUTATIONS,
    ...BUSINESS_ATTRIBUTE_MUTATIONS,
    ...DATA_PRODUCT_MUTATIONS,
    ...DEPRECATION_MUTATIONS,
    ...LIFECYCLE_MUTATIONS,
    ...DESCRIPTION_MUTATIONS,
    ...DOMAIN_MUTATIONS,
    ...GLOSSARY_MUTATIONS,
    ...LABEL_MUTATIONS,
    ...PROPOSAL_MUTATIONS,
    ...LINK_MUTATIONS,
    ...OWNERSHIP_MUTATIONS,
    ...QUERY_MUTATIONS,
    ...FORM_MUTATIONS,
    ...POST_MUTATIONS,
    ...VIEW_MUTATIONS,
    ...OPERATION_MUTATIONS,
    ...VERSION_MUTATIONS,
    ...SECRET_MUTATIONS,
    ...CONNECTION_MUTATIONS,
    ...USER_SETTING_MUTATIONS,
    ...HOME_PAGE_MUTATIONS,
    ...LINEAGE_MUTATIONS,
    ...DOCUMENT_MUTATIONS,
    ...EXECUTION_REQUEST_MUTATIONS,
    ...DATA_CONTRACT_MUTATIONS,
    ...TEST_MUTATIONS,
    ...CONFIG_MUTATIONS,
    ...BULK_EDIT_MUTATIONS,
    ...DEMO_MUTATIONS,
    ...RESTORE_MUTATIONS,
    ...ER_RELATIONSHIP_MUTATIONS,
    ...LOGICAL_LINK_MUTATIONS,
    ...STEP_STATE_MUTATIONS,
    ...UNSUPPORTED_MUTATIONS,
  },
  AccessTokenMetadata: { ...ENTITY_FIELDS, ...ACCESS_TOKEN_METADATA },
  AppConfig: APP_CONFIG,
  Application: ENTITY_FIELDS,
  ApplicationProperties: APPLICATION_PROPERTIES,
  Assertion: { ...ENTITY_FIELDS, ...ASSERTION, ...ASSERTION_POINTS },
  AuthenticatedUser: AUTHENTICATED_USER,
  BusinessAttribute: ENTITY_FIELDS,
  BusinessAttributeInfo: BUSINESS_ATTRIBUTE_INFO,
  Chart: { ...ENTITY_FIELDS, ...CHART, ...CHART_STATS },
  ChartInfo: CHART_PROPERTIES,
  ChartProperties: CHART_PROPERTIES,
  Container: { ...ENTITY_FIELDS, ...CONTAINER },
  CorpGroup: ENTITY_FIELDS,
  CorpUser: { ...ENTITY_FIELDS, ...CORP_USER, ...USER_SETTINGS },
  CorpUserEditableProperties: CORP_USER_EDITABLE_PROPERTIES,
  Dashboard: { ...ENTITY_FIELDS, ...DASHBOARD, ...DASHBOARD_POINTS, ...DASHBOARD_STATS },
  DashboardInfo: DASHBOARD_INFO,
  DataContract: ENTITY_FIELDS,
  DataFlow: { ...ENTITY_FIELDS, ...DATA_FLOW },
  DataHubConnection: { ...ENTITY_FIELDS, ...DATAHUB_CONNECTION },
  DataHubFile: ENTITY_FIELDS,
  DataHubPageModule: { ...ENTITY_FIELDS, ...DATAHUB_PAGE_MODULE },
  DataHubPageTemplate: { ...ENTITY_FIELDS, ...DATAHUB_PAGE_TEMPLATE },
  DataHubPlatformResource: { ...ENTITY_FIELDS, ...PLATFORM_RESOURCE },
  DataHubPolicy: { ...ENTITY_FIELDS, ...DATAHUB_POLICY },
  DataHubRole: ENTITY_FIELDS,
  DataHubView: { ...ENTITY_FIELDS, ...DATAHUB_VIEW },
  DataJob: { ...ENTITY_FIELDS, ...DATA_JOB },
  DataPlatform: { ...ENTITY_FIELDS, ...DATA_PLATFORM },
  DataPlatformInstance: { ...ENTITY_FIELDS, ...DATA_PLATFORM_INSTANCE },
  DataProcessInstance: { ...ENTITY_FIELDS, ...DATA_PROCESS_INSTANCE },
  DataProduct: { ...ENTITY_FIELDS, ...DATA_PRODUCT },
  DataProductProperties: DATA_PRODUCT_PROPERTIES,
  Dataset: {
    ...ENTITY_FIELDS,
    ...DATASET,
    ...DATASET_DETAILS,
    ...DATASET_POINTS,
    ...DATASET_STATS,
    ...DATASET_CAPABILITIES,
  },
  DatasetProperties: DATASET_PROPERTIES,
  DataTypeEntity: { ...ENTITY_FIELDS, ...DATA_TYPE_ENTITY },
  Document: { ...ENTITY_FIELDS, ...DOCUMENT },
  DocumentContent: DOCUMENT_CONTENT,
  Domain: { ...ENTITY_FIELDS, ...DOMAIN },
  DomainProperties: DOMAIN_PROPERTIES,
  EntityTypeEntity: { ...ENTITY_FIELDS, ...ENTITY_TYPE_ENTITY },
  ERModelRelationship: ENTITY_FIELDS,
  ERModelRelationshipProperties: ER_MODEL_RELATIONSHIP_PROPERTIES,
  ExecutionRequest: { ...ENTITY_FIELDS, ...EXECUTION_REQUEST },
  Form: { ...ENTITY_FIELDS, ...FORM },
  GlossaryNode: { ...ENTITY_FIELDS, ...GLOSSARY_NODE },
  GlossaryNodeProperties: GLOSSARY_NODE_PROPERTIES,
  GlossaryTerm: { ...ENTITY_FIELDS, ...GLOSSARY_TERM },
  GlossaryTermProperties: GLOSSARY_TERM_PROPERTIES,
  Incident: { ...ENTITY_FIELDS, ...INCIDENT },
  IngestionSource: INGESTION_SOURCE,
  Metric: { ...ENTITY_FIELDS, ...METRIC },
  MLFeature: { ...ENTITY_FIELDS, ...ML_FEATURE },
  MLFeatureTable: ENTITY_FIELDS,
  MLModel: { ...ENTITY_FIELDS, ...ML_MODEL },
  MLModelProperties: ML_MODEL_PROPERTIES,
  MLModelGroup: ENTITY_FIELDS,
  MLPrimaryKey: { ...ENTITY_FIELDS, ...ML_PRIMARY_KEY },
  Notebook: { ...ENTITY_FIELDS, ...NOTEBOOK },
  OtherEntity: ENTITY_FIELDS,
  Owner: OWNER,
  OwnershipTypeEntity: ENTITY_FIELDS,
  Post: { ...ENTITY_FIELDS, ...POST },
  QueryEntity: { ...ENTITY_FIELDS, ...QUERY_ENTITY },
  Restricted: ENTITY_FIELDS,
  Role: { ...ENTITY_FIELDS, ...ROLE },
  SchemaField: SCHEMA_FIELD,
  SchemaFieldEntity: { ...ENTITY_FIELDS, ...SCHEMA_FIELD_ENTITY, ...COLUMN_DETAILS },
  SemanticModel: { ...ENTITY_FIELDS, ...SEMANTIC_MODEL },
  ServiceAccount: SERVICE_ACCOUNT,
  StructuredPropertyDefinition: STRUCTURED_PROPERTY_DEFINITION,
  StructuredPropertyEntity: { ...ENTITY_FIELDS, ...STRUCTURED_PROPERTY_ENTITY },
  Tag: ENTITY_FIELDS,
  Test: { ...ENTITY_FIELDS, ...TEST },
  VersionedDataset: VERSIONED_DATASET,
  VersionSet: { ...ENTITY_FIELDS, ...VERSION_SET },
} satisfies SchemaResolvers;
