import type { JsonObject, JsonValue } from '../../../util/json.ts';

/** A part of an OpenAPI document. */
export type Node = JsonObject;

/** A reference to a named component. */
export function ref(kind: 'schemas' | 'parameters' | 'responses', name: string): Node {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Content of a body or answer in JSON. */
export function json(schema: Node, mediaType = 'application/json'): Node {
  return { [mediaType]: { schema } };
}

/** A list schema. */
export function listOf(items: Node): Node {
  return { type: 'array', items };
}

/** An object schema; members that are not required may be left out. */
export function objectOf(
  properties: Readonly<Record<string, JsonValue>>,
  required: readonly string[] = [],
): Node {
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

/** A name with its first letter in upper case, as names of schemas and operations have it. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The member of a page with which the scroll goes on. */
export const SCROLL_ID: Node = {
  type: 'string',
  description: 'Continues the scroll; the last page has none.',
};
