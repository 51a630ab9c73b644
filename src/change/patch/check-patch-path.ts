import type { FieldType, RecordSpec } from '../../model/entity-registry.ts';
import { isUrn } from '../../model/urn.ts';
import { isNumberText } from './patch-keys.ts';
import { elementPlace, memberPlace, type Place } from './patch-place.ts';
import { UNIT_SEPARATOR } from './patch-templates.ts';

/** Segment for the end of an array. */
export const END = '-';
const INDEX = /^(?:0|[1-9]\d*)$/;

/** A schema position along a path. */
interface Position extends Place {
  /** Whether its string, its elements or its keys are urns. */
  readonly isUrn: boolean;
  /** Whether the path has passed the keys of an array. */
  readonly isInElement: boolean;
}

/** A key member of the elements of an array. */
interface KeyMember {
  readonly type: FieldType;
  readonly isUrn: boolean;
  /** Whether elements may lack it; their key is then the empty string. */
  readonly isOptional: boolean;
}

/** Whether the segment is the position of an element in an array. */
export function isIndex(segment: string): boolean {
  return INDEX.test(segment);
}

/**
 * Why a path cannot address anything in any value of the aspect; undefined if it can. A well-formed key can, even if
 * it is absent.
 */
export function pathProblem(root: Place, path: readonly string[]): string | undefined {
  let position: Position = { ...root, isUrn: false, isInElement: false };
  for (let i = 0; i < path.length;) {
    const { type, view } = position;
    const segment = path[i] ?? '';
    if (view?.keys !== undefined) {
      const keys = path.slice(i, i + Math.max(1, view.keys.length));
      const problem = view.rows === undefined ? keysProblem(position, view.keys, keys) : undefined;
      if (problem !== undefined) return problem;
      position = elementOf(position);
      i += keys.length;
      continue;
    }
    const problem = type && segmentProblem(type, position, segment);
    if (problem !== undefined) return problem;
    position = type?.kind === 'array' ? elementOf(position) : memberOf(position, segment);
    i++;
  }
  return undefined;
}

/** Why the key fields of a patch do not fit an array of the aspect; undefined if they do. */
export function keysFieldProblem(
  record: RecordSpec,
  name: string,
  keys: readonly string[],
): string | undefined {
  const field = record.fields.get(name);
  if (field === undefined) return `arrayPrimaryKeys.${name}: ${unknownField(record, name)}`;
  if (field.type.kind !== 'array') return `arrayPrimaryKeys.${name}: the field is not an array`;
  const { items } = field.type;
  const isPlain = isScalar(items);
  if (keys.length === 0 && !isPlain) {
    return `arrayPrimaryKeys.${name}: the elements are not strings; list the fields that are their key`;
  }
  const wrong = keys.find((key) => keyMember(items, key, field.isUrn) === undefined);
  if (wrong === undefined) return undefined;
  const remedy = isPlain
    ? 'its elements are their own keys: write an empty list'
    : `write fields of ${kindOf(items)}, those inside others with ${UNIT_SEPARATOR} in between`;
  return `arrayPrimaryKeys.${name}: the elements have no field '${wrong}'; ${remedy}`;
}

function segmentProblem(type: FieldType, position: Position, segment: string): string | undefined {
  switch (type.kind) {
    case 'record':
      if (type.record.fields.has(segment)) return undefined;
      return unknownField(type.record, segment) + (position.isInElement ? `. ${ESCAPES}` : '');
    case 'map':
      return position.isUrn ? urnProblem(segment) : undefined;
    case 'union': {
      const members = type.members.map(({ key }) => key);
      if (members.includes(segment)) return undefined;
      return `'${segment}' is not a member type of the union; use one of ${members.join(', ')}`;
    }
    case 'array':
      return isIndex(segment) || segment === END ? undefined : notAnIndex(segment);
    default:
      return `'${segment}' is inside a value that has no members; set the value itself`;
  }
}

/** Problem of a segment that should be the index of an element. */
export function notAnIndex(segment: string): string {
  return `'${segment}' is not an array index; to address elements by key, list the key fields in arrayPrimaryKeys`;
}

const ESCAPES = "In a key write '/' as ~1 and '~' as ~0, and nothing else escaped";

function keysProblem(
  { type, isUrn: areUrns }: Position,
  fields: readonly string[],
  keys: readonly string[],
): string | undefined {
  const items = type?.kind === 'array' ? type.items : undefined;
  if (items === undefined || (keys.length === 1 && keys[0] === END)) return undefined;
  for (const [i, key] of keys.entries()) {
    const field = fields[i];
    const member = keyMember(items, field, areUrns);
    const problem = member && keyProblem(member, key);
    if (problem !== undefined) return field === undefined ? problem : `Key ${field}: ${problem}`;
  }
  return undefined;
}

function keyProblem(member: KeyMember, key: string): string | undefined {
  const { type } = member;
  if (key === '' && member.isOptional) return undefined;
  if (member.isUrn) return urnProblem(key);
  switch (type.kind) {
    case 'enum':
      if (type.symbols.has(key)) return undefined;
      return `'${key}' is not an enum symbol; use one of ${[...type.symbols].join(', ')}`;
    case 'boolean':
      return key === 'true' || key === 'false' ? undefined : `'${key}' is not true or false`;
    case 'int':
    case 'long':
      return isNumberText(key) ? undefined : `'${key}' is not a number`;
    default:
      return undefined;
  }
}

function urnProblem(key: string): string | undefined {
  return isUrn(key) ? undefined : `'${key}' is not a urn. ${ESCAPES}`;
}

/** The member at a key field of the elements, or the element itself; undefined if the elements have no such member. */
function keyMember(items: FieldType, field: string | undefined, areUrns: boolean): KeyMember | undefined {
  let member: KeyMember = { type: items, isUrn: areUrns, isOptional: false };
  if (field === undefined) return member;
  for (const name of field.split(UNIT_SEPARATOR)) {
    const next = memberAt(member, name);
    if (next === undefined) return undefined;
    member = next;
  }
  return member;
}

function memberAt({ type, isUrn: isHolderUrn, isOptional }: KeyMember, name: string): KeyMember | undefined {
  switch (type.kind) {
    case 'record': {
      const field = type.record.fields.get(name);
      if (field === undefined) return undefined;
      const mayLack = isOptional || field.optional || field.default !== undefined;
      return { type: field.type, isUrn: field.isUrn, isOptional: mayLack };
    }
    case 'map':
      return { type: type.values, isUrn: false, isOptional: true };
    case 'union': {
      const member = type.members.find(({ key }) => key === name);
      return member && { type: member.type, isUrn: isHolderUrn, isOptional: true };
    }
    default:
      return undefined;
  }
}

function elementOf(position: Position): Position {
  return { ...elementPlace(position), isUrn: position.isUrn, isInElement: true };
}

function memberOf(position: Position, name: string): Position {
  const { type } = position;
  const field = type?.kind === 'record' ? type.record.fields.get(name) : undefined;
  const isUnionOfUrns = type?.kind === 'union' && position.isUrn;
  return {
    ...memberPlace(position, name),
    isUrn: field?.isUrn ?? isUnionOfUrns,
    isInElement: position.isInElement,
  };
}

function isScalar({ kind }: FieldType): boolean {
  return kind !== 'record' && kind !== 'map' && kind !== 'array' && kind !== 'union';
}

function kindOf(type: FieldType): string {
  return type.kind === 'record' ? type.record.name : `the ${type.kind}`;
}

function unknownField(record: RecordSpec, name: string): string {
  return `'${name}' is not a field of ${record.name}; its fields are: ${[...record.fields.keys()].join(', ') || 'none'}`;
}
