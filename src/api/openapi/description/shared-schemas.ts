import { FILTER_OPERATORS } from '../../../model/filter.ts';
import { ERROR_SCHEMAS } from './error-schemas.ts';
import { listOf, objectOf, ref, text, flag, type Node } from './node.ts';

const time: Node = { type: 'integer', format: 'int64', description: 'Milliseconds since 1970.' };
const texts = listOf(text);

/** Schemas that do not depend on the registry. */
export const SHARED_SCHEMAS: Readonly<Record<string, Node>> = {
  ...ERROR_SCHEMAS,
  SystemMetadata: objectOf({
    lastObserved: time,
    runId: text,
    lastRunId: text,
    pipelineName: text,
    registryName: text,
    registryVersion: text,
    properties: { type: 'object', additionalProperties: text },
    version: {
      ...text,
      description: 'Number of writes that changed the aspect; compared by If-Version-Match.',
    },
    schemaVersion: { type: 'integer' },
    aspectCreated: ref('schemas', 'WriteStamp'),
    aspectModified: ref('schemas', 'WriteStamp'),
  }),
  WriteStamp: objectOf({ time, actor: { ...text, format: 'urn' } }),
  WriteHeaders: objectOf({
    'If-Version-Match': {
      ...text,
      description: 'Required current version; "-1": the aspect must not exist.',
    },
    'If-Modified-Since': { ...text, format: 'date-time' },
    'If-Unmodified-Since': { ...text, format: 'date-time' },
    'If-None-Match': { ...text, enum: ['*'], description: 'Silently skips existing aspects.' },
  }),
  PatchOperation: objectOf(
    {
      op: { ...text, enum: ['add', 'replace', 'remove', 'test', 'move', 'copy'] },
      path: { ...text, description: 'JSON Pointer; elements of keyed lists are addressed by key.' },
      from: text,
      value: {},
    },
    ['op', 'path'],
  ),
  Patch: objectOf(
    {
      patch: listOf(ref('schemas', 'PatchOperation')),
      arrayPrimaryKeys: { type: 'object', additionalProperties: texts },
      forceGenericPatch: { ...flag, default: false },
    },
    ['patch'],
  ),
  AspectPatch: objectOf(
    {
      value: ref('schemas', 'Patch'),
      systemMetadata: ref('schemas', 'SystemMetadata'),
      headers: ref('schemas', 'WriteHeaders'),
    },
    ['value'],
  ),
  EntityPatch: {
    ...objectOf({ urn: { ...text, format: 'urn' } }, ['urn']),
    additionalProperties: ref('schemas', 'AspectPatch'),
  },
  ScrollRequest: objectOf({
    entities: { ...texts, description: 'Entity types; absent: all asset types.' },
    aspects: { ...texts, description: 'Aspects to read; absent: none, empty: all.' },
    filter: objectOf({
      and: { ...listOf(ref('schemas', 'CriterionGroup')), description: 'At least one group must match.' },
    }),
    sortCriteria: listOf(
      objectOf({ field: text, order: { ...text, enum: ['ASCENDING', 'DESCENDING'] } }, ['field']),
    ),
  }),
  CriterionGroup: objectOf({ criteria: listOf(ref('schemas', 'Criterion')) }, ['criteria']),
  Criterion: objectOf(
    {
      field: text,
      condition: { ...text, enum: [...FILTER_OPERATORS], default: 'EQUAL' },
      values: texts,
      negated: { ...flag, default: false },
    },
    ['field'],
  ),
  Facet: objectOf({
    field: text,
    aggregations: { type: 'object', additionalProperties: { type: 'integer' } },
  }),
  Entity_v2: objectOf(
    {
      urn: { ...text, format: 'urn' },
      aspects: { type: 'object', additionalProperties: ref('schemas', 'Aspect_v2') },
    },
    ['urn'],
  ),
  Aspect_v2: objectOf(
    {
      value: { type: 'object' },
      systemMetadata: ref('schemas', 'SystemMetadata'),
      auditStamp: ref('schemas', 'WriteStamp'),
    },
    ['value'],
  ),
};
