import { describe, expect, it } from 'vitest';
import { graphqlTypeOf, namedEntityTypes, registryTypeOf } from './entity-type-names.ts';

describe('names of entity types', () => {
  it.each([
    ['dataset', 'DATASET'],
    ['corpuser', 'CORP_USER'],
    ['corpGroup', 'CORP_GROUP'],
    ['mlFeatureTable', 'MLFEATURE_TABLE'],
    ['schemaField', 'SCHEMA_FIELD'],
    ['dataHubPolicy', 'DATAHUB_POLICY'],
    ['dataHubIngestionSource', 'INGESTION_SOURCE'],
    ['ownershipType', 'CUSTOM_OWNERSHIP_TYPE'],
    ['dataHubSecret', 'SECRET'],
    ['aiAgent', 'AI_AGENT'],
  ])('maps %s to %s and back', (registryName, graphqlName) => {
    expect(graphqlTypeOf(registryName)).toBe(graphqlName);
    expect(registryTypeOf(graphqlName)).toBe(registryName);
  });

  it('maps types without a name to OTHER, and OTHER to no type', () => {
    expect(graphqlTypeOf('myOwnType')).toBe('OTHER');
    expect(registryTypeOf('OTHER')).toBeUndefined();
    expect(registryTypeOf('constructor')).toBeUndefined();
  });

  it('accepts the spellings that clients derive', () => {
    expect(registryTypeOf('POLICY')).toBe('dataHubPolicy');
    expect(registryTypeOf('ROLE')).toBe('role');
  });

  it('maps every type to one name', () => {
    expect(namedEntityTypes().length).toBeGreaterThan(70);
    for (const type of namedEntityTypes()) expect(registryTypeOf(graphqlTypeOf(type))).toBe(type);
  });
});
