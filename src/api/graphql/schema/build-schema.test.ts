import { GraphQLNonNull, execute, parse, validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { FILTER_OPERATORS } from '../../../model/filter.ts';
import { registryTypeOf } from '../../../model/registry/entity-type-names.ts';
import { buildExecutableSchema, readSchemaText } from './build-schema.ts';
import { buildCatalogSchema } from '../catalog-schema.ts';

describe('buildExecutableSchema', () => {
  const text = `interface Entity { urn: String! }
    type Thing implements Entity { urn: String! size: Int }
    type Query { thing: Entity }`;

  it('attaches resolvers and type names', async () => {
    const resolvers = { Query: { thing: () => ({ size: 2 }) }, Thing: { urn: () => 'urn:li:thing:1' } };
    const schema = buildExecutableSchema(text, { resolvers, typeNames: { Entity: () => 'Thing' } });
    const result = await execute({ schema, document: parse('{ thing { urn ... on Thing { size } } }') });
    expect(result.data).toEqual({ thing: { urn: 'urn:li:thing:1', size: 2 } });
  });
});

describe('the schema of the catalog', () => {
  const schema = buildCatalogSchema();
  const valuesOf = (name: string): readonly string[] => {
    const type = schema.getType(name);
    return type !== undefined && 'getValues' in type ? type.getValues().map((value) => value.name) : [];
  };

  it('is valid', () => {
    expect(validateSchema(schema)).toEqual([]);
  });

  it('names entity types, other entities and hidden ones', () => {
    const nameless = valuesOf('EntityType').filter((name) => registryTypeOf(name) === undefined);
    expect(nameless).toEqual(['OTHER', 'RESTRICTED']);
  });

  it('has each filter operator but those that DataHub keeps out of GraphQL', () => {
    const values = valuesOf('FilterOperator');
    expect(
      FILTER_OPERATORS.filter((operator) => !values.includes(operator)),
      'add them to the enum FilterOperator in search/search.graphql',
    ).toEqual(['IS_NULL', 'BETWEEN']);
  });

  it('describes every type, every operation and every input', () => {
    const nameless = Object.values(schema.getTypeMap()).filter(
      (type) =>
        !type.name.startsWith('__') && !['Query', 'Mutation'].includes(type.name) && !type.description,
    );
    expect(nameless.map(({ name }) => name)).toEqual([]);
    for (const root of [schema.getQueryType(), schema.getMutationType()]) {
      for (const field of Object.values(root?.getFields() ?? {}))
        expect(field.description, field.name).toBeTruthy();
    }
  });

  /** Clients select the same field of many types in one query: its nullability must be the same in all. */
  it.each(['name', 'platform', 'tags', 'ownership', 'domain', 'properties', 'structuredProperties'])(
    'gives %s the same nullability in every entity',
    (name) => {
      const kinds = new Set<string>();
      for (const type of Object.values(schema.getTypeMap())) {
        if (!('getInterfaces' in type) || !type.getInterfaces().some((face) => face.name === 'Entity'))
          continue;
        const field = type.getFields()[name];
        if (field !== undefined) kinds.add(field.type instanceof GraphQLNonNull ? 'never null' : 'nullable');
      }
      expect(kinds.size).toBe(1);
    },
  );

  it('reads the schema files in a fixed order', () => {
    expect(readSchemaText()).toBe(readSchemaText());
  });
});
