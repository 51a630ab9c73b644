/** Counterpart in Colophon of a plugin of DataHub's write path. */
export interface Counterpart {
  /** What the plugin does. */
  readonly rule: string;
  /** Files below `src` that implement it. */
  readonly files?: readonly string[];
  /** Why it is not implemented, or how it differs. */
  readonly reason?: string;
}

const ASSIGNMENTS = 'change/validators/assignments';
const DEFINITIONS = 'change/validators/definitions';
const VALIDATORS = 'change/validators';
const MUTATORS = 'change/mutators';
const EFFECTS = 'change/side-effects';

/** The counterparts by class of the plugin, in the order of the page. */
export const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  AspectSizePayloadValidator: {
    rule: 'refuses aspects above a size',
    reason: 'off by default in DataHub; bodies of requests have a limit (`limits.bodyBytes`)',
  },
  ConditionalWriteValidator: {
    rule: 'conditions in the headers of a proposal hold',
    files: [`${VALIDATORS}/write-condition.ts`],
  },
  CorpUserPrivilegedFlagsValidator: {
    rule: 'only system and support users set `system` and `isSupportUser` of a user',
    reason: 'the flags grant nothing here; users are written by MANAGE_USERS_AND_GROUPS only',
  },
  CreateIfNotExistsValidator: {
    rule: 'refuses CREATE and CREATE_ENTITY of existing aspects and entities',
    files: [`${VALIDATORS}/create-only.ts`],
  },
  DataProductMembershipAuthorizationValidator: {
    rule: 'rights to change the assets of a data product',
    files: ['auth/writes/granted-writes.ts', 'auth/writes/judged-rights.ts'],
  },
  DomainWriteAuthorizationValidator: {
    rule: 'rights to change the domains of an entity',
    files: ['auth/writes/named-by-writes.ts'],
  },
  ExecuteIngestionAuthValidator: {
    rule: 'rights to request an ingestion',
    files: ['auth/writes/write-rights.ts', 'operations/ingestion/execute-need.ts'],
  },
  ExecutionRequestResultValidator: {
    rule: 'the result of a finished ingestion is final',
    files: [`${VALIDATORS}/finished-runs.ts`],
  },
  FieldPathValidator: {
    rule: 'columns of a schema have a path, each once; DataHub checks no other keyed arrays',
    files: [`${VALIDATORS}/field-paths.ts`],
  },
  FormPromptValidator: {
    rule: 'ids of prompts are unique',
    files: [`${VALIDATORS}/prompt-ids.ts`],
    reason: 'within a form only, see above',
  },
  HidePropertyValidator: {
    rule: 'settings of hidden properties',
    files: [`${DEFINITIONS}/hidden-property.ts`],
  },
  LifecycleStageValidator: {
    rule: 'lifecycle stages exist and fit the type',
    files: [`${VALIDATORS}/lifecycle-stages.ts`],
  },
  LogicalParentAuthorizationValidator: {
    rule: 'rights to set a logical parent',
    files: ['auth/writes/granted-writes.ts', 'operations/lineage/set-logical-parent.ts'],
  },
  LogicalParentFieldPathValidator: {
    rule: 'columns of a logical parent are in its schema',
    files: [`${VALIDATORS}/logical-parents.ts`],
  },
  LogicalParentPlatformValidator: {
    rule: 'a logical parent is on a logical platform',
    reason: 'off by default in DataHub',
  },
  ModifyIngestionSourceAuthValidator: {
    rule: 'rights to change an ingestion source',
    files: ['auth/writes/write-rights.ts'],
  },
  PolicyFieldTypeValidator: {
    rule: 'criteria of a policy name known fields',
    files: [`${VALIDATORS}/policy-fields.ts`, `${VALIDATORS}/policy-constraints.ts`],
  },
  PropertyDefinitionValidator: {
    rule: 'definitions of structured properties and their changes',
    files: [
      `${DEFINITIONS}/definition-evolution.ts`,
      `${DEFINITIONS}/property-names.ts`,
      `${DEFINITIONS}/property-version.ts`,
      `${DEFINITIONS}/allowed-value-types.ts`,
      `${DEFINITIONS}/type-qualifier.ts`,
    ],
  },
  ServiceDefinitionLargeStringValidator: {
    rule: 'the compressed text of a service definition can be read',
    reason: 'the server does not read it; clients get the stored text',
  },
  ShowPropertyAsBadgeValidator: {
    rule: 'one property is shown as a badge',
    files: [`${DEFINITIONS}/badge-property.ts`],
  },
  StructuredPropertiesValidator: {
    rule: 'values of structured properties fit their definitions',
    files: [
      `${ASSIGNMENTS}/assignment-targets.ts`,
      `${ASSIGNMENTS}/assignment-values.ts`,
      `${ASSIGNMENTS}/assignment-entity-types.ts`,
      `${ASSIGNMENTS}/immutable-assignments.ts`,
    ],
  },
  SystemPolicyValidator: {
    rule: 'built-in policies are neither changed nor deleted',
    files: [`${VALIDATORS}/built-in-entities.ts`],
  },
  TagPrivilegeConstraintsValidator: {
    rule: 'policies that allow some tags only',
    files: [`${VALIDATORS}/tag-constraints.ts`],
  },
  UrlValidator: {
    rule: 'pictures of users and groups are at public https addresses',
    reason: 'stored as sent: the server does not load them, nor do its pages (`img-src`)',
    files: ['api/http/security-headers.ts'],
  },
  UrnAnnotationValidator: {
    rule: 'urns are of the allowed types and exist',
    files: [`${VALIDATORS}/urn-references.ts`],
  },
  UserDeleteValidator: {
    rule: 'system users are not deleted',
    files: [`${VALIDATORS}/system-users.ts`],
  },
  VersionPropertiesValidator: { rule: 'versions of an asset', files: [`${VALIDATORS}/version-sets.ts`] },
  VersionSetPropertiesValidator: { rule: 'sets of versions', files: [`${VALIDATORS}/version-sets.ts`] },
  AspectMigrationMutatorChain: {
    rule: 'migrates aspects to their newest schema',
    files: ['system-update/steps/derive-aspects.ts'],
    reason: 'off by default in DataHub',
  },
  AssertionInfoMutator: {
    rule: 'the entity and the column of an assertion',
    files: [`${MUTATORS}/assertion-targets.ts`],
  },
  DomainsMigrationMutator: {
    rule: 'associations from the older list of domains',
    files: ['change/domain-associations.ts'],
  },
  DomainsSyncMutationHook: {
    rule: '`domains` and `domainAssociations` are equal',
    files: [`${MUTATORS}/domain-lists.ts`],
  },
  DynamicFormCriterionMutator: {
    rule: 'migrates filters of assigned forms',
    reason: 'part of the migrations that are off by default; filters in the older form are still read',
  },
  FieldPathMutator: {
    rule: 'removes duplicate columns, keeping the first',
    files: [`${MUTATORS}/fields-once.ts`],
    reason: 'once, by a system update, instead of on each read',
  },
  IgnoreUnknownMutator: {
    rule: 'drops unknown fields',
    files: ['api/restli/drop-unknown-fields.ts'],
    reason: 'over Rest.li; OpenAPI refuses them',
  },
  LifecycleStageTransitionHook: {
    rule: 'stages follow one another as allowed',
    files: [`${VALIDATORS}/lifecycle-stages.ts`],
    reason: 'refused, instead of reverted silently',
  },
  OwnershipOwnerTypes: { rule: 'owners by type', files: [`${MUTATORS}/owner-types.ts`] },
  StructuredPropertiesAssignmentMutator: {
    rule: 'hides values of deleted properties',
    files: ['change/properties/property-assignments.ts', 'model/visibility/visible-assignments.ts'],
  },
  ViewInfoCriterionMutator: {
    rule: 'migrates filters of views',
    reason: 'part of the migrations that are off by default; filters in the older form are still read',
  },
  AliasesSideEffect: { rule: 'the urn of a dataset in lower case', files: [`${EFFECTS}/dataset-aliases.ts`] },
  DataProductUnsetSideEffect: {
    rule: 'an asset is in one data product only',
    reason: 'off by default in DataHub, which allows several (`MULTIPLE_DATA_PRODUCTS_PER_ASSET`)',
  },
  PropertyDefinitionDeleteSideEffect: {
    rule: 'removes values of deleted properties',
    files: ['effects/remove-property-values.ts'],
  },
  SchemaFieldSideEffect: {
    rule: 'deletes the columns of a deleted dataset',
    files: [`${EFFECTS}/columns-of-deleted.ts`],
  },
  VersionPropertiesSideEffect: {
    rule: 'the newest version is the latest of its set',
    files: [`${EFFECTS}/version-sets.ts`],
  },
  VersionSetSideEffect: { rule: '`isLatest` follows the set', files: [`${EFFECTS}/version-sets.ts`] },
  IngestionMetricsEmitter: {
    rule: 'counts ingestions in its metrics',
    reason: 'runs are entities, which a search counts',
  },
  AssertionRunSummaryHook: {
    rule: '`assertionRunSummary`',
    files: [`${EFFECTS}/assertion-run-summaries.ts`],
  },
  FormAssignmentHook: {
    rule: 'assigns forms to entities that match a filter',
    reason: 'nothing runs metadata tests, as in DataHub without Cloud; the filter is stored',
  },
  IncidentsSummaryHook: { rule: '`incidentsSummary`', files: [`${EFFECTS}/incidents-summaries.ts`] },
  IngestionSchedulerHook: {
    rule: 'requests ingestions by their schedules',
    files: ['effects/ingestion/ingestion-schedules.ts'],
  },
  PlatformEventGeneratorHook: {
    rule: 'events of changes for DataHub Actions',
    files: ['operations/changes/platform-events.ts'],
  },
  SiblingAssociationHook: { rule: '`siblings` of dbt', files: [`${EFFECTS}/dbt-siblings.ts`] },
  UpdateIndicesHook: { rule: 'the index', files: ['effects/runner.ts'] },
};
