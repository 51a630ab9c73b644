import type { JsonObject } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import type { Urn } from '../urn.ts';
import { objectsIn, textIn } from './timeline-elements.ts';

/** A column of a schema. */
export interface SchemaField {
  readonly path: string;
  /** The path without the types that paths of the second version contain: `a.b` of `[version=2.0].[type=x].a.[type=y].b`. */
  readonly name: string;
  readonly nativeType: string;
  readonly value: JsonObject;
}

/** A column before and after a change of the schema. */
export interface FieldPair {
  readonly before: SchemaField | undefined;
  readonly after: SchemaField | undefined;
  /** Native types before and after, of all members of a union. */
  readonly types: readonly [before: string, after: string];
  readonly isRenamed: boolean;
  /** Whether another pair reports its description and tags. */
  readonly isDescribedElsewhere: boolean;
}

/**
 * Pairs the columns of two versions of a schema, as DataHub does: by path; by name, where the type in the path changed; by
 * type, description and parent, where the column was renamed. `before` undefined: there was no schema.
 */
export function pairFields(before: JsonObject | undefined, after: JsonObject): readonly FieldPair[] {
  const known = lastPairs.get(after);
  if (known !== undefined && known.before === before) return known.pairs;
  const pairs = new FieldPairing(fieldsOf(before ?? {}), fieldsOf(after)).pairs();
  lastPairs.set(after, { before, pairs });
  return pairs;
}

/** Cached pairs of each later version: several categories report them. */
const lastPairs = new WeakMap<
  JsonObject,
  { readonly before: JsonObject | undefined; readonly pairs: readonly FieldPair[] }
>();

/** `a.b` of the path `[version=2.0].[type=x].a.[type=y].b`; any other path unchanged. */
function fieldNameOf(path: string): string {
  if (!path.startsWith(SECOND_VERSION)) return path;
  const steps = path.slice(SECOND_VERSION.length).split('.');
  return steps.filter((step) => step !== '' && !(step.startsWith('[') && step.endsWith(']'))).join('.');
}

/** Urn of a column. */
export function fieldUrnOf(urn: Urn, path: string): string {
  return `urn:li:schemaField:(${urn},${path})`;
}

const SECOND_VERSION = '[version=2.0]';

function fieldsOf(value: JsonObject): readonly SchemaField[] {
  const fields = objectsIn(value, 'fields').map((field) => {
    const path = textIn(field, 'fieldPath');
    return { path, name: fieldNameOf(path), nativeType: textIn(field, 'nativeDataType'), value: field };
  });
  return fields.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Fields of one name whose paths all changed, of both sides, and the pair that reports them. */
interface MovedFields {
  readonly members: readonly SchemaField[];
  readonly pair: Partial<FieldPair>;
}

/** Fields with the same traits. Those before `start` are not tested again. */
interface Alike {
  readonly positions: readonly number[];
  start: number;
}

/** One side of the comparison, in the order of the paths. */
class Side {
  readonly fields: readonly SchemaField[];
  #byTraits: ReadonlyMap<string, Alike> | undefined;
  #lastOf: ReadonlyMap<string, number> | undefined;

  constructor(fields: readonly SchemaField[]) {
    this.fields = fields;
  }

  /**
   * The first field at or after a position with the traits that a rename keeps. Each field is tested only once over
   * all calls: positions only grow, and a field that does not fit never will.
   */
  alike(field: SchemaField, from: number, fits: (field: SchemaField) => boolean): SchemaField | undefined {
    const alike = this.#alikeOf(field);
    while (alike !== undefined && alike.start < alike.positions.length) {
      const position = alike.positions[alike.start++] ?? -1;
      const other = this.fields[position];
      if (position >= from && other !== undefined && fits(other)) return other;
    }
    return undefined;
  }

  /** Whether there is an equal field at or after a position. */
  hasEqual(field: SchemaField, from: number): boolean {
    // Equal fields have equal paths.
    this.#lastOf ??= new Map(this.fields.map(({ path }, position) => [path, position]));
    const last = this.#lastOf.get(field.path) ?? -1;
    const own = this.fields[last];
    return last >= from && own !== undefined && isEqual(own.value, field.value);
  }

  #alikeOf(field: SchemaField): Alike | undefined {
    this.#byTraits ??= new Map(
      [...Map.groupBy(this.fields.keys(), (position) => traitsOf(this.fields[position]))].map(
        ([traits, positions]) => [traits, { positions, start: 0 }],
      ),
    );
    return this.#byTraits.get(traitsOf(field));
  }
}

/** Nearly all equal values have their members in the same order. */
function isEqual(a: JsonObject, b: JsonObject): boolean {
  return JSON.stringify(a) === JSON.stringify(b) || stableJson(a) === stableJson(b);
}

/** Traits that a renamed column keeps: native type, description and parent. */
function traitsOf(field: SchemaField | undefined): string {
  if (field === undefined) return '';
  const { nativeType, path, value } = field;
  const end = path.lastIndexOf('.');
  return JSON.stringify([nativeType, value['description'] ?? null, end < 0 ? null : path.slice(0, end)]);
}

class FieldPairing {
  readonly #old: Side;
  readonly #new: Side;
  readonly #moved: ReadonlyMap<SchemaField, MovedFields>;
  readonly #done = new Set<SchemaField>();
  readonly #pairs: FieldPair[] = [];

  constructor(before: readonly SchemaField[], after: readonly SchemaField[]) {
    this.#old = new Side(before);
    this.#new = new Side(after);
    this.#moved = movedFields(before, after);
  }

  pairs(): readonly FieldPair[] {
    const [old, current] = [this.#old.fields, this.#new.fields];
    for (let i = 0, j = 0; i < old.length || j < current.length;) {
      const [was, is] = [old[i], current[j]];
      if (was !== undefined && this.#done.has(was)) i++;
      else if (is !== undefined && this.#done.has(is)) j++;
      else if (was !== undefined && (is === undefined || was.path < is.path))
        this.#part(was, i++, j, 'before');
      else if (is !== undefined && (was === undefined || is.path < was.path)) this.#part(is, j++, i, 'after');
      else {
        this.#add({ before: was, after: is });
        i++;
        j++;
      }
    }
    return this.#pairs;
  }

  /** Adds the pair for a field at `position` that only one side has; the other side is read up to `other`. */
  #part(field: SchemaField, position: number, other: number, side: 'before' | 'after'): void {
    const moved = this.#moved.get(field);
    if (moved !== undefined) {
      this.#add(moved.pair);
      for (const member of moved.members) this.#done.add(member);
      return;
    }
    const [own, others] = side === 'before' ? [this.#old, this.#new] : [this.#new, this.#old];
    const alike = others.alike(
      field,
      other,
      (candidate) =>
        !this.#done.has(candidate) && !this.#moved.has(candidate) && !own.hasEqual(candidate, position),
    );
    if (alike === undefined) {
      this.#add({ [side]: field });
      return;
    }
    this.#done.add(alike);
    this.#add({
      ...(side === 'before' ? { before: field, after: alike } : { before: alike, after: field }),
      isRenamed: true,
    });
  }

  #add({ before, after, ...rest }: Partial<FieldPair>): void {
    const types = [before?.nativeType ?? '', after?.nativeType ?? ''] as const;
    this.#pairs.push({ before, after, types, isRenamed: false, isDescribedElsewhere: false, ...rest });
  }
}

/**
 * Fields that keep their name, but not their path, which contains types. A union has a field for each of its types,
 * all of one name; they cannot be matched one to one, so they are reported together.
 */
function movedFields(
  before: readonly SchemaField[],
  after: readonly SchemaField[],
): ReadonlyMap<SchemaField, MovedFields> {
  const [oldPaths, newPaths] = [pathsOf(before), pathsOf(after)];
  const gone = Map.groupBy(
    before.filter(({ path }) => !newPaths.has(path)),
    ({ name }) => name,
  );
  const come = Map.groupBy(
    after.filter(({ path }) => !oldPaths.has(path)),
    ({ name }) => name,
  );
  const kept = new Set(before.filter(({ path }) => newPaths.has(path)).map(({ name }) => name));
  const moved = new Map<SchemaField, MovedFields>();
  for (const [name, old] of gone) {
    const current = come.get(name);
    if (current === undefined) continue;
    const members = [...old, ...current];
    const types = [typesOf(old), typesOf(current)] as const;
    const column = { before: columnOf(old), after: columnOf(current) };
    const fields = { members, pair: { ...column, types, isDescribedElsewhere: kept.has(name) } };
    for (const member of members) moved.set(member, fields);
  }
  return moved;
}

function pathsOf(fields: readonly SchemaField[]): ReadonlySet<string> {
  return new Set(fields.map(({ path }) => path));
}

/** The field that is the column itself, not one of the types of its union: the one with the fewest steps. */
function columnOf(fields: readonly SchemaField[]): SchemaField | undefined {
  const [first] = fields;
  if (fields.length === 1) return first;
  let column: SchemaField | undefined;
  let fewest = Infinity;
  for (const field of fields) {
    const steps = field.path.split('.').length;
    if (steps < fewest) [column, fewest] = [field, steps];
  }
  return column;
}

function typesOf(fields: readonly SchemaField[]): string {
  return [...new Set(fields.map(({ nativeType }) => nativeType))].sort().join(', ');
}
