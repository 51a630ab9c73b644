import type { FieldResolvers } from '../build-schema.ts';
import { ofType } from '../presenters/associations.ts';
import { entries, object } from '../../../util/json-members.ts';
import { auditStamp } from '../presenters/stamps.ts';
import { details, fromAspect, fromMember, nameFrom } from './aspect-field.ts';
import { searchBy } from './search-by.ts';

/** Fields of `DataHubRole`. */
export const DATAHUB_ROLE: FieldResolvers = {
  name: nameFrom('dataHubRoleInfo'),
  description: fromMember('dataHubRoleInfo', 'description'),
};

/** Fields of `Role`. */
export const ROLE: FieldResolvers = { properties: details('roleProperties') };

/** Fields of `OwnershipTypeEntity`. */
export const OWNERSHIP_TYPE_ENTITY: FieldResolvers = {
  info: details('ownershipTypeInfo', {}, (value) => ({
    created: auditStamp(value['created']),
    lastModified: auditStamp(value['lastModified']),
  })),
};

/** Fields of `ExecutionRequest`. */
export const EXECUTION_REQUEST: FieldResolvers = {
  input: fromAspect('dataHubExecutionRequestInput', (value, _entity, { references }) => ({
    ...value,
    arguments: entries(value['args']),
    actor: ofType('corpuser', references.find(value['actorUrn'])),
  })),
  source: fromAspect('dataHubExecutionRequestInput', (value, _entity, { references }) =>
    ofType('dataHubIngestionSource', references.find(object(value['source'])?.['ingestionSource'])),
  ),
  result: fromAspect('dataHubExecutionRequestResult', (value) => value),
};

/** Fields of `VersionSet`. */
export const VERSION_SET: FieldResolvers = {
  versionsSearch: searchBy({
    field: 'versionSet',
    sort: [{ field: 'versionSortId', order: 'DESCENDING' }],
  }),
  latestVersion: fromAspect('versionSetProperties', (value, _entity, { references }) =>
    references.find(value['latest']),
  ),
};

/** Fields of `DataHubPageModule`. */
export const DATAHUB_PAGE_MODULE: FieldResolvers = {
  moduleName: fromMember('dataHubPageModuleProperties', 'name'),
};

/** Fields of `DataHubFile`. */
export const DATAHUB_FILE: FieldResolvers = {
  fileName: fromMember('dataHubFileInfo', 'originalFileName'),
  mimeType: fromMember('dataHubFileInfo', 'mimeType'),
  sizeInBytes: fromMember('dataHubFileInfo', 'sizeInBytes'),
};
