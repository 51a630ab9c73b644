import { getNamedType, isInputObjectType, type GraphQLArgument, type GraphQLInputField } from 'graphql';
import { describe, expect, it } from 'vitest';
import { inputSchema } from '../../../../operations/input-schema.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../util/json.ts';
import { buildCatalogSchema } from '../../catalog-schema.ts';
import { RESOLVERS } from '../resolvers.ts';
import type { BoundResolver } from './bind-operation.ts';

const fields = buildCatalogSchema().getMutationType()?.getFields() ?? {};
const bound = Object.entries(RESOLVERS.Mutation as Readonly<Record<string, BoundResolver<never, unknown>>>);
const derived = bound.flatMap(([name, { derived }]) => (derived === undefined ? [] : [{ name, ...derived }]));

type Member = GraphQLArgument | GraphQLInputField;

/** The members of what a field takes. */
function membersOf(field: string, from: 'arguments' | 'input' | 'urn and input'): readonly Member[] {
  const { args = [] } = fields[field] ?? {};
  if (from === 'arguments') return args;
  return args.flatMap((arg) => (arg.name === 'input' ? membersIn(arg) : from === 'input' ? [] : [arg]));
}

function membersIn({ type }: Member): readonly Member[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

/** Paths of the members that an operation with this JSON Schema would refuse. */
function unknownTo(schema: JsonValue | undefined, members: readonly Member[]): readonly string[] {
  const known = propertiesOf(schema);
  if (known === undefined) return [];
  return members.flatMap((member) => {
    const of = known[member.name];
    if (of === undefined) return [member.name];
    return unknownTo(of, membersIn(member)).map((path) => `${member.name}.${path}`);
  });
}

/** Members of an object, or of the elements of a list; undefined for an object with any members. */
function propertiesOf(schema: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (isJsonObject(schema['items'])) return propertiesOf(schema['items']);
  return isJsonObject(schema['properties']) ? schema['properties'] : undefined;
}

describe('a field that is derived from an operation', () => {
  it('is found', () => {
    expect(derived.length).toBeGreaterThan(80);
  });

  // The compiler proves that the operation takes what the schema has, but not that it knows all of it.
  it.each(derived)('takes no member that the operation refuses: $name', ({ name, operation, from }) => {
    expect(unknownTo(inputSchema(operation), membersOf(name, from))).toEqual([]);
  });
});
