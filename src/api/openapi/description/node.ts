import type { JsonObject, JsonValue } from '../../../util/json.ts';

/** A part of an OpenAPI document. */
export type Node = JsonObject;

/** A reference to a named component. */
export function ref(kind: 'schemas' | 'parameters' | 'responses', name: string): Node {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Content of a request or response body. */
export function json(schema: Node, mediaType = 'application/json'): Node {
  return { [mediaType]: { schema } };
}

/** A parameter of the query. */
export function query(name: string, schema: Node, description: string): Node {
  return { name, in: 'query', description, schema };
}

/** Schemas of a text, a whole number and a yes or no. */
export const text: Node = { type: 'string' };
export const whole: Node = { type: 'integer' };
export const flag: Node = { type: 'boolean' };

/** A list schema. */
export function listOf(items: Node): Node {
  return { type: 'array', items };
}

/** An object schema; members not in `required` are optional. */
export function objectOf(
  properties: Readonly<Record<string, JsonValue>>,
  required: readonly string[] = [],
): Node {
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

/** The name with its first letter in upper case. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Schema of the `scrollId` member of a page. */
export const SCROLL_ID: Node = {
  type: 'string',
  description: 'Continues the scroll; absent on the last page.',
};
