import type { AspectSpec, FieldSpec, FieldType, RecordSpec } from '../../../model/entity-registry.ts';
import { listOf, objectOf, ref, type Node } from './node.ts';

/** Schemas of all records and enums that the aspects use, by class name. */
export function aspectSchemas(aspects: Iterable<AspectSpec>): Readonly<Record<string, Node>> {
  const schemas = new Map<string, Node>();
  for (const aspect of aspects) addRecord(schemas, aspect.record);
  return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function addRecord(schemas: Map<string, Node>, record: RecordSpec): void {
  if (schemas.has(record.name)) return;
  // Registered before its fields are visited, because a record may contain itself.
  schemas.set(record.name, {});
  const fields = [...record.fields.values()];
  const required = fields.filter((field) => !field.optional && field.default === undefined);
  const properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(schemas, field)]));
  schemas.set(
    record.name,
    objectOf(
      properties,
      required.map((field) => field.name),
    ),
  );
}

function fieldSchema(schemas: Map<string, Node>, field: FieldSpec): Node {
  const schema = typeSchema(schemas, field.type);
  return {
    ...schema,
    ...(field.isUrn && field.type.kind === 'string' && { format: 'urn' }),
    ...(hasOwnSchema(field.type) && isDefault(field.default) && { default: field.default }),
  };
}

/** False for types that become a `$ref`, beside which OpenAPI 3.0 allows no other members. */
function hasOwnSchema(type: FieldType): boolean {
  return type.kind !== 'record' && type.kind !== 'enum';
}

function isDefault(value: FieldSpec['default']): boolean {
  return value !== undefined && value !== null;
}

function typeSchema(schemas: Map<string, Node>, type: FieldType): Node {
  switch (type.kind) {
    case 'record':
      addRecord(schemas, type.record);
      return ref('schemas', type.record.name);
    case 'enum':
      schemas.set(type.name, { type: 'string', enum: [...type.symbols] });
      return ref('schemas', type.name);
    case 'array':
      return listOf(typeSchema(schemas, type.items));
    case 'map':
      return { type: 'object', additionalProperties: typeSchema(schemas, type.values) };
    case 'union':
      return {
        oneOf: type.members.map(({ key, type: member }) => ({
          ...objectOf({ [key]: typeSchema(schemas, member) }, [key]),
          additionalProperties: false,
        })),
      };
    case 'string':
    case 'bytes':
      return { type: 'string' };
    case 'boolean':
      return { type: 'boolean' };
    case 'int':
      return { type: 'integer', format: 'int32' };
    case 'long':
      return { type: 'integer', format: 'int64' };
    case 'float':
    case 'double':
      return { type: 'number', format: type.kind };
  }
}
