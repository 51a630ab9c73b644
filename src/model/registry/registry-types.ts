import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type {
  FieldSpec,
  FieldType,
  RecordSpec,
  RelationshipField,
  ScalarKind,
  SearchableField,
  UnionMember,
  UrnValidation,
} from '../entity-registry.ts';
import { readRelationships, readSearchable } from './registry-annotations.ts';
import {
  inside,
  readFlag,
  readObject,
  readText,
  readTexts,
  registryError,
  wrong,
  type Place,
} from './registry-file.ts';

const SCALARS: Readonly<Record<ScalarKind, FieldType>> = {
  string: { kind: 'string' },
  boolean: { kind: 'boolean' },
  int: { kind: 'int' },
  long: { kind: 'long' },
  float: { kind: 'float' },
  double: { kind: 'double' },
  bytes: { kind: 'bytes' },
};

const FIELD_MEMBERS = new Set([
  'type',
  'optional',
  'default',
  'urn',
  'urnValidation',
  'searchable',
  'relationships',
]);
const TYPE_MEMBERS = new Set(['fields', 'symbols']);
const URN_VALIDATION_MEMBERS = new Set(['entityTypes', 'exist', 'strict']);

interface Declared {
  readonly place: Place;
  readonly declaration: JsonObject;
}

/** Search and relationship annotations of a field. Read after all types are known: paths lead into other types. */
interface PendingAnnotations {
  readonly place: Place;
  readonly declaration: JsonObject;
  readonly field: FieldSpec;
  readonly searchable: SearchableField[];
  readonly relationships: RelationshipField[];
}

/** Named types of all registry files; resolves references between them, also recursive ones. */
export class TypeTable {
  readonly #declared = new Map<string, Declared>();
  readonly #resolved = new Map<string, FieldType>();
  readonly #pending: PendingAnnotations[] = [];

  /** Adds a named type. Throws INVALID_REQUEST if the name is already declared with other content. */
  declare(name: string, place: Place, value: JsonValue | undefined): void {
    const declaration = readObject(place, value, TYPE_MEMBERS);
    const known = this.#declared.get(name);
    if (known === undefined) {
      this.#declared.set(name, { place, declaration });
    } else if (JSON.stringify(known.declaration) !== JSON.stringify(declaration)) {
      const problem = `type ${name} differs from its definition in ${known.place.file}`;
      throw registryError(place, problem, 'Give one of the two another name');
    }
  }

  /** Record type by name. Throws INVALID_REQUEST if unknown or an enum; `place` is the reference, for the error. */
  record(name: string, place: Place): RecordSpec {
    const type = this.#named(name, place);
    if (type.kind !== 'record') {
      throw registryError(place, `${name} is an enum`, 'Refer to a type with fields');
    }
    return type.record;
  }

  /** Reads the annotations of every field resolved so far. */
  annotate(): void {
    for (const { place, declaration, field, searchable, relationships } of this.#pending.splice(0)) {
      searchable.push(...readSearchable(inside(place, 'searchable'), declaration['searchable'], field));
      relationships.push(
        ...readRelationships(inside(place, 'relationships'), declaration['relationships'], field),
      );
    }
  }

  #named(name: string, place: Place): FieldType {
    const resolved = this.#resolved.get(name);
    if (resolved !== undefined) return resolved;
    const declared = this.#declared.get(name);
    if (declared === undefined) {
      const remedy = `Define it under "types" in any registry file, or use ${Object.keys(SCALARS).join(', ')}`;
      throw registryError(place, `unknown type '${name}'`, remedy);
    }
    const { declaration, place: home } = declared;
    return declaration['symbols'] === undefined
      ? this.#resolveRecord(name, home, declaration)
      : this.#resolveEnum(name, home, declaration);
  }

  #resolveEnum(name: string, place: Place, declaration: JsonObject): FieldType {
    const symbols = readTexts(place, declaration, 'symbols');
    if (symbols.length === 0) throw registryError(place, `enum ${name} has no symbols`, 'List at least one');
    const type: FieldType = { kind: 'enum', name, symbols: new Set(symbols) };
    this.#resolved.set(name, type);
    return type;
  }

  #resolveRecord(name: string, place: Place, declaration: JsonObject): FieldType {
    const fields = new Map<string, FieldSpec>();
    const type: FieldType = { kind: 'record', record: { name, fields } };
    // Registered before its fields are resolved, because types may be recursive.
    this.#resolved.set(name, type);
    const at = inside(place, 'fields');
    const declaredFields = readObject(at, declaration['fields']);
    for (const [fieldName, field] of Object.entries(declaredFields)) {
      fields.set(fieldName, this.#field(fieldName, inside(at, fieldName), field));
    }
    return type;
  }

  #field(name: string, place: Place, value: JsonValue | undefined): FieldSpec {
    const declaration = readObject(place, value, FIELD_MEMBERS);
    const searchable: SearchableField[] = [];
    const relationships: RelationshipField[] = [];
    const fallback = declaration['default'];
    const { urn: urnClass, urnValidation } = declaration;
    const field: FieldSpec = {
      name,
      type: this.#type(inside(place, 'type'), declaration['type']),
      optional: readFlag(place, declaration, 'optional', false),
      ...(fallback !== undefined && { default: fallback }),
      isUrn: urnClass !== undefined,
      ...(urnClass !== undefined && { urnClass: readText(place, declaration, 'urn') }),
      ...(urnValidation !== undefined && { urnValidation: readUrnValidation(place, urnValidation) }),
      searchable,
      relationships,
    };
    if (declaration['searchable'] !== undefined || declaration['relationships'] !== undefined) {
      this.#pending.push({ place, declaration, field, searchable, relationships });
    }
    return field;
  }

  #type(place: Place, value: JsonValue | undefined): FieldType {
    if (typeof value === 'string') return isScalarKind(value) ? SCALARS[value] : this.#named(value, place);
    if (isJsonObject(value) && Object.keys(value).length === 1) {
      const { array, map, union } = value;
      if (array !== undefined) return { kind: 'array', items: this.#type(place, array) };
      if (map !== undefined) return { kind: 'map', values: this.#type(place, map) };
      if (Array.isArray(union) && union.length > 0) {
        const members = union.map((member: JsonValue) => this.#member(place, member));
        return { kind: 'union', members };
      }
      if (isJsonObject(union) && Object.keys(union).length > 0) {
        const members = Object.entries(union).map(([alias, member]) =>
          this.#member(inside(place, alias), member, alias),
        );
        return { kind: 'union', members, isAliased: true };
      }
    }
    throw wrong(
      place,
      value,
      'a type: a name, {"array": type}, {"map": type}, {"union": [type, ...]} or {"union": {"alias": type, ...}}',
    );
  }

  #member(place: Place, value: JsonValue | undefined, alias?: string): UnionMember {
    const type = this.#type(place, value);
    if (type.kind === 'union')
      throw registryError(place, 'a union inside a union', 'List its members directly');
    return { key: alias ?? nameOf(type), type };
  }
}

function nameOf(type: Exclude<FieldType, { kind: 'union' }>): string {
  return type.kind === 'record' ? type.record.name : type.kind === 'enum' ? type.name : type.kind;
}

function isScalarKind(name: string): name is ScalarKind {
  return Object.hasOwn(SCALARS, name);
}

function readUrnValidation(field: Place, value: JsonValue): UrnValidation {
  const place = inside(field, 'urnValidation');
  const validation = readObject(place, value, URN_VALIDATION_MEMBERS);
  return {
    entityTypes: readTexts(place, validation, 'entityTypes'),
    exist: readFlag(place, validation, 'exist', true),
    strict: readFlag(place, validation, 'strict', true),
  };
}
