import { describe, expect, it } from 'vitest';
import { entityTypeOf } from '../../model/urn.ts';
import { isJsonObject } from '../../util/json.ts';
import { buildDemo } from './build-demo.ts';
import type { DemoEntity } from './demo-entity.ts';

const entities = buildDemo();

function ofType(entityType: string): readonly DemoEntity[] {
  return entities.filter(({ urn }) => entityTypeOf(urn) === entityType);
}

function assigned(): readonly { readonly property: unknown; readonly values: readonly unknown[] }[] {
  return entities.flatMap(({ aspects }) => {
    const properties = aspects['structuredProperties']?.['properties'];
    const assignments = Array.isArray(properties) ? properties.filter(isJsonObject) : [];
    return assignments.map(({ propertyUrn, values }) => ({
      property: propertyUrn,
      values: Array.isArray(values) ? values : [],
    }));
  });
}

describe('buildDemo', () => {
  it('creates about a thousand entities, each once', () => {
    expect(entities.length).toBeGreaterThan(850);
    expect(entities.length).toBeLessThan(1200);
    expect(new Set(entities.map(({ urn }) => urn)).size).toBe(entities.length);
  });

  it('is deterministic', () => {
    expect(JSON.stringify(buildDemo())).toBe(JSON.stringify(entities));
  });

  it('refers only to entities that come earlier', () => {
    const seen = new Set<string>(['urn:li:corpuser:datahub']);
    const late: string[] = [];
    for (const { urn, aspects } of entities) {
      const text = JSON.stringify(aspects);
      const named = text.match(
        /urn:li:(?:corpuser|corpGroup|tag|domain|glossaryTerm|container|structuredProperty):[\w.-]+/g,
      );
      late.push(
        ...(named ?? []).filter((name) => name !== urn && !seen.has(name) && !text.includes('"groups"')),
      );
      seen.add(urn);
    }
    expect(late).toEqual([]);
  });

  it('has a dozen definitions of all value types, each with values', () => {
    const definitions = ofType('structuredProperty');
    const types = new Set(definitions.map(({ aspects }) => aspects['propertyDefinition']?.['valueType']));
    expect(definitions.length).toBeGreaterThanOrEqual(12);
    expect(types.size).toBe(5);
    const used = new Set(assigned().map(({ property }) => property));
    expect(definitions.map(({ urn }) => urn).filter((urn) => !used.has(urn))).toEqual([]);
  });

  it('spreads values realistically: some missing, some multiple', () => {
    const datasets = ofType('dataset');
    const without = datasets.filter(({ aspects }) => aspects['structuredProperties'] === undefined);
    expect(without.length).toBeGreaterThan(datasets.length / 20);
    expect(without.length).toBeLessThan(datasets.length / 2);
    expect(assigned().some(({ values }) => values.length > 1)).toBe(true);
    expect(ofType('schemaField').length).toBeGreaterThan(100);
  });
});
