import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { JsonObject } from '../util/json.ts';
import { InputTypes } from './input-types.ts';
import type { Operation } from './operation.ts';
import { isAnyObject } from './shapes.ts';

/** Shapes do not depend on the registry; parsing does. */
const ANY_TYPES = new InputTypes({
  entities: new Map(),
  findEntity: () => undefined,
} as unknown as EntityRegistry);

/** JSON Schema of what an operation takes, as OpenAPI 3.0 has it. Throws an Error for a shape that has none. */
export function inputSchema<Raw, Input>({
  input,
}: Pick<Operation<Raw, Input, unknown>, 'input'>): JsonObject {
  return schemaOf(input(ANY_TYPES));
}

/** JSON Schema of what a shape takes, as OpenAPI 3.0 has it. Throws an Error for a shape that has none. */
export function schemaOf(shape: GenericSchema): JsonObject {
  const { $schema: _draft, ...schema } = toJsonSchema(shape, {
    target: 'openapi-3.0',
    typeMode: 'input',
    // JSON Schema has no words for these.
    ignoreActions: ['trim', 'check'],
    overrideSchema: ({ valibotSchema }) => (isAnyObject(valibotSchema) ? { type: 'object' } : undefined),
  });
  // OpenAPI forbids an empty list of required members. A JSON Schema is JSON.
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'required' && Array.isArray(value) && value.length === 0 ? undefined : value,
  ) as JsonObject;
}
