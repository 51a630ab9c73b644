import type { EntityRegistry, EntitySpec } from '../../src/model/entity-registry.ts';
import { formatUrn } from '../../src/model/urn.ts';
import type { Urn } from '../../src/model/urn.ts';
import type { JsonObject } from '../../src/util/json.ts';
import { sampleAspect } from './aspect-values.ts';

const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,db.sample,PROD)';
const OTHER_DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,db.other,PROD)';

/** Parts of keys that are not free text. */
const KEY_PARTS: Readonly<Record<string, string>> = {
  platform: 'urn:li:dataPlatform:hive',
  origin: 'PROD',
  flow: 'urn:li:dataFlow:(airflow,sample,PROD)',
  parent: DATASET,
  entityType: 'dataset',
};

/** Aspects that name other entities, which a sample made from the types alone cannot get right. */
const REFERRING: Readonly<Record<string, JsonObject>> = {
  globalTags: { tags: [{ tag: 'urn:li:tag:sample', context: 'why' }] },
  glossaryTerms: { terms: [{ urn: 'urn:li:glossaryTerm:sample' }], auditStamp: STAMP },
  ownership: {
    owners: [
      { owner: 'urn:li:corpuser:datahub', type: 'CUSTOM', typeUrn: 'urn:li:ownershipType:sample' },
      { owner: 'urn:li:corpGroup:sample', type: 'DATA_STEWARD', typeUrn: 'urn:li:ownershipType:sample' },
    ],
    lastModified: STAMP,
  },
  domains: { domains: ['urn:li:domain:sample'] },
  container: { container: 'urn:li:container:outer' },
  dataPlatformInstance: {
    platform: 'urn:li:dataPlatform:hive',
    instance: 'urn:li:dataPlatformInstance:(urn:li:dataPlatform:hive,sample)',
  },
  deprecation: {
    deprecated: true,
    decommissionTime: 2,
    note: 'old',
    actor: 'urn:li:corpuser:datahub',
    replacement: OTHER_DATASET,
  },
  glossaryTermInfo: {
    name: 'Term',
    definition: 'What it means',
    termSource: 'INTERNAL',
    sourceRef: 'ref',
    sourceUrl: 'https://example.org',
    parentNode: 'urn:li:glossaryNode:outer',
    customProperties: { key: 'text' },
  },
  glossaryNodeInfo: {
    name: 'Node',
    definition: 'Group',
    parentNode: 'urn:li:glossaryNode:outer',
    customProperties: { key: 'text' },
  },
  assertionInfo: {
    type: 'DATASET',
    description: 'text',
    externalUrl: 'https://example.org',
    customProperties: { key: 'text' },
  },
  schemaMetadata: {
    schemaName: 'sample',
    platform: 'urn:li:dataPlatform:hive',
    version: 7,
    hash: 'abc',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    primaryKeys: ['id'],
    fields: [
      {
        fieldPath: 'id',
        jsonPath: '$.id',
        nullable: true,
        description: 'text',
        label: 'Id',
        type: { type: { 'com.linkedin.schema.RecordType': {} } },
        nativeDataType: 'struct',
        recursive: false,
        isPartOfKey: true,
        globalTags: { tags: [{ tag: 'urn:li:tag:sample', context: 'why' }] },
        glossaryTerms: { terms: [{ urn: 'urn:li:glossaryTerm:sample' }], auditStamp: STAMP },
      },
    ],
  },
  domainProperties: {
    name: 'Domain',
    description: 'text',
    parentDomain: 'urn:li:domain:outer',
    customProperties: { key: 'text' },
  },
};

/** The urn of the sample of an entity type. */
export function sampleUrn(spec: EntitySpec): Urn {
  const parts = [...spec.keyAspect.record.fields.keys()].map((field) => KEY_PARTS[field] ?? 'sample');
  return formatUrn(spec.name, ...parts);
}

/** Named aspects of the sample of an entity type, each with every field that it can have. */
export function sampleAspects(
  registry: EntityRegistry,
  entityType: string,
  aspectNames: readonly string[],
): Record<string, { readonly value: JsonObject }> {
  const spec = registry.entities.get(entityType);
  const aspects = aspectNames.flatMap((name) => spec?.aspects.get(name) ?? []);
  return Object.fromEntries(
    aspects.map((aspect) => [aspect.name, { value: REFERRING[aspect.name] ?? sampleAspect(aspect, 'all') }]),
  );
}
