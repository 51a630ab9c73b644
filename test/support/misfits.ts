import { isJsonObject, type JsonObject, type JsonValue } from '../../src/util/json.ts';

/**
 * What in a value does not fit a schema of an OpenAPI document, as paths with a reason; members that the schema does not describe do not
 * fit. Knows the keywords that Colophon's documents use for answers.
 */
export function misfits(
  value: JsonValue,
  schema: JsonObject,
  document: JsonObject,
  path = '$',
): readonly string[] {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return misfits(value, resolved(reference, document), document, path);
  const choices = schema['oneOf'];
  if (Array.isArray(choices)) {
    const fitting = choices.filter(
      (one) => isJsonObject(one) && misfits(value, one, document, path).length === 0,
    );
    return fitting.length === 1 ? [] : [`${path} fits ${fitting.length} of oneOf`];
  }
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !allowed.some((one) => one === value)) return [`${path} is none of enum`];
  if (!isOfType(value, schema['type'])) return [`${path} is no ${JSON.stringify(schema['type'])}`];
  if (Array.isArray(value)) {
    const items = schema['items'];
    return value.flatMap((item, i) =>
      isJsonObject(items) ? misfits(item, items, document, `${path}[${i}]`) : [],
    );
  }
  return isJsonObject(value) ? misfitMembers(value, schema, document, path) : [];
}

function misfitMembers(value: JsonObject, schema: JsonObject, document: JsonObject, path: string): string[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required.flatMap((name) =>
    Object.hasOwn(value, String(name)) ? [] : [`${path} lacks ${String(name)}`],
  );
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const of = Object.hasOwn(properties, name) ? properties[name] : schema['additionalProperties'];
    return isJsonObject(of) && member !== undefined
      ? misfits(member, of, document, `${path}.${name}`)
      : [`${path}.${name} is not described`];
  });
  return [...missing, ...wrong];
}

function resolved(reference: string, document: JsonObject): JsonObject {
  let at: JsonValue | undefined = document;
  for (const step of reference.split('/').slice(1)) at = isJsonObject(at) ? at[step] : undefined;
  if (!isJsonObject(at)) throw new Error(`${reference} is not in the document`);
  return at;
}

function isOfType(value: JsonValue, type: JsonValue | undefined): boolean {
  switch (type) {
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
