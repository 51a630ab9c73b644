import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { JsonObject } from '../util/json.ts';
import { inputMembers } from './input-members.ts';
import { InputTypes } from './input-types.ts';
import type { Operation } from './operation.ts';
import { isAnyObject } from './shapes.ts';

/** Shapes do not depend on the registry; parsing does. */
export const ANY_TYPES = new InputTypes({
  entities: new Map(),
  findEntity: () => undefined,
} as unknown as EntityRegistry);

/** JSON Schema of the input of an operation, in the dialect of OpenAPI 3.0. Throws an Error for a shape without one. */
export function inputSchema<Raw, Input>({
  input,
}: Pick<Operation<Raw, Input, unknown>, 'input'>): JsonObject {
  return schemaOf(input(ANY_TYPES));
}

/** Descriptions of the members of an operation's input, by path; undefined for a member without one. */
export function memberDescriptions<Raw, Input>({
  input,
}: Pick<Operation<Raw, Input, unknown>, 'input'>): ReadonlyMap<string, string | undefined> {
  return new Map(inputMembers(input(ANY_TYPES)).map(({ description, path }) => [path, description]));
}

/** JSON Schema of a shape, in the dialect of OpenAPI 3.0. Throws an Error for a shape without one. */
export function schemaOf(shape: GenericSchema): JsonObject {
  const { $schema: _draft, ...schema } = toJsonSchema(shape, {
    target: 'openapi-3.0',
    typeMode: 'input',
    // JSON Schema cannot express these.
    ignoreActions: ['trim', 'check'],
    overrideSchema: ({ valibotSchema }) => (isAnyObject(valibotSchema) ? { type: 'object' } : undefined),
  });
  // OpenAPI forbids an empty list of required members. A JSON Schema is JSON.
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'required' && Array.isArray(value) && value.length === 0 ? undefined : value,
  ) as JsonObject;
}
