import { describe, expect, it } from 'vitest';
import { inputSchema, memberDescriptions } from '../../../../operations/input-schema.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../util/json.ts';
import { buildPlainSchema, readSchemaText } from '../../schema/build-schema.ts';
import { RESOLVERS } from '../resolvers.ts';
import { derivedFields } from './describe-inputs.ts';

const derived = derivedFields(buildPlainSchema(readSchemaText()), RESOLVERS.Mutation);

/** Whether an operation with this JSON Schema refuses a member. */
function isRefused(schema: JsonValue | undefined, [name = '', ...others]: readonly string[]): boolean {
  const known = propertiesOf(schema);
  if (name === '' || known === undefined) return false;
  return known[name] === undefined || isRefused(known[name], others);
}

/** Members of an object, or of the elements of a list; undefined for an object with any members. */
function propertiesOf(schema: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (isJsonObject(schema['items'])) return propertiesOf(schema['items']);
  return isJsonObject(schema['properties']) ? schema['properties'] : undefined;
}

describe('a field that is derived from an operation', () => {
  it('is found', () => {
    expect(derived.length).toBeGreaterThan(110);
  });

  // The compiler proves that the operation takes what the schema has, but not that it knows all of it.
  it.each(derived)('takes no member that the operation refuses: $name', ({ members, operation }) => {
    const schema = inputSchema(operation);
    expect([...members.keys()].filter((path) => isRefused(schema, path.split('.')))).toEqual([]);
  });

  it('gets its sentences from the operation alone, where it has any', () => {
    const twice = derived.flatMap(({ members, name, operation }) => {
      const sentences = memberDescriptions(operation);
      return [...members].flatMap(([path, { description }]) =>
        description && sentences.get(path) !== undefined ? [`${name}: ${path}`] : [],
      );
    });
    expect(twice).toEqual([]);
  });
});
