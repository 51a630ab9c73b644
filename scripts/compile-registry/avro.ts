import { isJsonObject, type JsonObject, type JsonValue } from '../../src/util/json.ts';
import { fieldAnnotations } from './annotations.ts';

/** A named type in registry form. */
export interface NamedType {
  readonly name: string;
  readonly declaration: JsonObject;
  /** Annotation that makes the record an aspect, as in the schema. */
  readonly aspect?: JsonObject;
  /** Schema files that define or reference the type, directly or through other types. */
  readonly usedBy: Set<string>;
}

const PRIMITIVES = new Set(['string', 'boolean', 'int', 'long', 'float', 'double', 'bytes']);

/** Discriminator field of a record that represents an aliased union: names the member in use. */
const DISCRIMINATOR = 'fieldDiscriminator';

/** Reads Avro schemas into one table of named types. Throws if two files define a name differently. */
export class AvroReader {
  readonly types = new Map<string, NamedType>();

  /** Adds a schema and the types nested in it; returns the class name of its root record. */
  addSchema(file: string, schema: JsonValue): string {
    const root = this.#type(schema, '', file);
    if (typeof root !== 'string' || !this.types.has(root))
      throw new Error(`${file}: expected a record at the root`);
    return root;
  }

  #type(schema: JsonValue, namespace: string, file: string): JsonValue {
    if (typeof schema === 'string') {
      if (PRIMITIVES.has(schema)) return schema;
      return this.#use(wireName(schema.includes('.') ? schema : `${namespace}.${schema}`), file);
    }
    if (Array.isArray(schema))
      return { union: schema.map((member: JsonValue) => this.#type(member, namespace, file)) };
    if (!isJsonObject(schema)) throw new Error(`${file}: not a schema: ${JSON.stringify(schema)}`);
    switch (schema['type']) {
      case 'array':
        return { array: this.#type(schema['items'] ?? null, namespace, file) };
      case 'map':
        return { map: this.#type(schema['values'] ?? null, namespace, file) };
      case 'record':
        return this.#aliasedUnion(schema, namespace, file) ?? this.#define(schema, namespace, file);
      case 'enum':
        return this.#define(schema, namespace, file);
      case 'fixed':
        throw new Error(
          `${file}: ${text(schema['name'])} is of type fixed, which the registry cannot express`,
        );
      default:
        return this.#type(schema['type'] ?? null, namespace, file);
    }
  }

  /**
   * The union that a record represents; undefined for other records. Avro has no aliases, so the Avro translation of such a union
   * is a record with an optional field per member and an enum that names the one in use. On the wire only this member is written.
   */
  #aliasedUnion(schema: JsonObject, outer: string, file: string): JsonValue | undefined {
    const fields = Array.isArray(schema['fields']) ? schema['fields'].filter(isJsonObject) : [];
    const discriminator = fields.find(({ name }) => name === DISCRIMINATOR)?.['type'];
    if (!isJsonObject(discriminator)) return undefined;
    const members = fields.filter(({ name }) => name !== DISCRIMINATOR);
    const aliases = members.map(({ name }) => text(name));
    if (JSON.stringify(discriminator['symbols']) !== JSON.stringify(aliases)) {
      throw new Error(`${file}: ${text(schema['name'])} names other members than its ${DISCRIMINATOR}`);
    }
    const namespace = text(schema['namespace'] ?? outer);
    const types = members.map((member) => {
      const { type, optional: _, default: __, ...annotations } = this.#field(member, namespace, file);
      if (Object.keys(annotations).length > 0) {
        throw new Error(`${file}: ${text(member['name'])} of ${text(schema['name'])} is annotated`);
      }
      return type ?? null;
    });
    return { union: Object.fromEntries(aliases.map((alias, i) => [alias, types[i] ?? null])) };
  }

  #define(schema: JsonObject, outer: string, file: string): string {
    const namespace = text(schema['namespace'] ?? outer);
    const name = wireName(`${namespace}.${text(schema['name'])}`);
    const declaration: JsonObject =
      schema['type'] === 'enum'
        ? { symbols: schema['symbols'] ?? [] }
        : { fields: this.#fields(schema['fields'] ?? [], namespace, file) };
    const known = this.types.get(name);
    if (known === undefined) {
      const aspect = schema['Aspect'];
      const named = { name, declaration, usedBy: new Set<string>() };
      this.types.set(name, isJsonObject(aspect) ? { ...named, aspect } : named);
    } else if (JSON.stringify(known.declaration) !== JSON.stringify(declaration)) {
      throw new Error(`${file}: ${name} differs from its definition in ${[...known.usedBy].join(', ')}`);
    }
    return this.#use(name, file);
  }

  #use(name: string, file: string): string {
    const type = this.types.get(name);
    if (type === undefined) throw new Error(`${file}: ${name} is used before it is defined`);
    type.usedBy.add(file);
    return name;
  }

  #fields(fields: JsonValue, namespace: string, file: string): JsonObject {
    if (!Array.isArray(fields)) throw new Error(`${file}: fields of a record must be a list`);
    return Object.fromEntries(
      fields.filter(isJsonObject).map((field) => [text(field['name']), this.#field(field, namespace, file)]),
    );
  }

  #field(field: JsonObject, namespace: string, file: string): JsonObject {
    const written = field['type'] ?? null;
    const optional = Array.isArray(written) && written.includes('null');
    const type = this.#type(optional ? withoutNull(written) : written, namespace, file);
    const fallback = field['default'] ?? null;
    return {
      type,
      ...(optional && { optional: true }),
      ...(fallback !== null && { default: fallback }),
      ...fieldAnnotations(field, type),
    };
  }
}

/** Reduces `[null, X]` to X; more members remain a union. */
function withoutNull(union: readonly JsonValue[]): JsonValue {
  const members = union.filter((member) => member !== 'null');
  return members.length === 1 ? (members[0] ?? null) : members;
}

/** Class name as clients send it. The wheel's schemas use the package name of the Avro translation. */
function wireName(name: string): string {
  return name.replace('com.linkedin.pegasus2avro.', 'com.linkedin.');
}

function text(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw new Error(`expected a name, found ${JSON.stringify(value)}`);
  return value;
}
