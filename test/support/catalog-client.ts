import { expect } from 'vitest';
import type { Answer, TestServer } from './start-server.ts';

/** A value of a structured property in the form of the aspects. */
export type Value = { readonly string: string } | { readonly double: number };

/** Members of a property definition that tests set. */
export interface DefinitionOptions {
  readonly type?: string;
  readonly cardinality?: 'SINGLE' | 'MULTIPLE';
  readonly entityTypes?: readonly string[];
  readonly allowedValues?: readonly Value[];
  readonly version?: string;
  readonly immutable?: boolean;
}

export function propertyUrn(name: string): string {
  return `urn:li:structuredProperty:${name}`;
}

export function datasetUrn(name: string, platform = 'hive'): string {
  return `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;
}

/** Path of an aspect in OpenAPI v2 or v3. */
export function aspectPath(urn: string, aspect: string, version: 'v2' | 'v3' = 'v2'): string {
  const entityType = urn.split(':')[2] ?? '';
  return `/openapi/${version}/entity/${entityType}/${encodeURIComponent(urn)}/${aspect}`;
}

/** A `propertyDefinition` aspect. */
export function definition(name: string, options: DefinitionOptions = {}): Record<string, unknown> {
  const { type = 'string', entityTypes = ['dataset'], allowedValues, ...rest } = options;
  return {
    qualifiedName: name,
    valueType: `urn:li:dataType:datahub.${type}`,
    entityTypes: entityTypes.map((entityType) => `urn:li:entityType:datahub.${entityType}`),
    ...(allowedValues === undefined ? {} : { allowedValues: allowedValues.map((value) => ({ value })) }),
    ...rest,
  };
}

/** Shorthand for common HTTP requests. */
export function clientOf(server: TestServer) {
  const post = (urn: string, aspect: string, value: unknown): Promise<Answer> =>
    server.request('POST', aspectPath(urn, aspect), value);
  const succeed = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, text } = await answer;
    expect(status, text).toBe(200);
    return answer;
  };
  return {
    post,
    /** Defines a property; expects success. */
    define: (name: string, options?: DefinitionOptions) =>
      succeed(post(propertyUrn(name), 'propertyDefinition', definition(name, options))),
    /** Creates a dataset; expects success. */
    dataset: (name: string, properties: Record<string, unknown> = { name }) =>
      succeed(post(datasetUrn(name), 'datasetProperties', properties)),
    /** Sets all property values of an entity. */
    assign: (urn: string, values: Record<string, readonly Value[]>) =>
      post(urn, 'structuredProperties', {
        properties: Object.entries(values).map(([name, of]) => ({
          propertyUrn: propertyUrn(name),
          values: of,
        })),
      }),
    /** Property values of an entity by qualified name, from OpenAPI v3; empty if there are none. */
    values: async (urn: string): Promise<Record<string, unknown>> => {
      const { status, json } = await server.request('GET', aspectPath(urn, 'structuredProperties', 'v3'));
      if (status === 404) return {};
      const properties: { propertyUrn: string; values: unknown }[] = json.value.properties;
      return Object.fromEntries(
        properties.map(({ propertyUrn: of, values }) => [of.slice(propertyUrn('').length), values]),
      );
    },
    /** Urns that match a filter, in urn order; at most 1000. */
    find: async (
      field: string,
      condition = 'EXISTS',
      values?: readonly string[],
      types = ['DATASET'],
    ): Promise<string[]> => {
      const input = {
        query: '*',
        types,
        count: 1000,
        orFilters: [{ and: [{ field, condition, ...(values ? { values } : {}) }] }],
      };
      const { data, errors } = await server.graphql(
        'query f($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { searchResults { entity { urn } } } }',
        { input },
      );
      if (errors !== undefined) throw new Error(errors[0].message);
      return data.scrollAcrossEntities.searchResults.map(
        ({ entity }: { entity: { urn: string } }) => entity.urn,
      );
    },
    /** Counts of a facet by value, of up to 10,000 values. */
    facet: async (field: string, types = ['DATASET']): Promise<Record<string, number>> => {
      const { data, errors } = await server.graphql(
        'query f($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { field aggregations { value count } } } }',
        { input: { query: '*', types, facets: [field], searchFlags: { maxAggValues: 10_000 } } },
      );
      if (errors !== undefined) throw new Error(errors[0].message);
      const [facet] = data.aggregateAcrossEntities.facets;
      const buckets: { value: string; count: number }[] = facet?.aggregations ?? [];
      return Object.fromEntries(buckets.map(({ value, count }) => [value, count]));
    },
  };
}
