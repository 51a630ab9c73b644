import type { Aspect } from '../../../model/aspect.ts';
import type { Generation } from '../../../model/sequence.ts';
import { isJsonObject, type JsonObject } from '../../../util/json.ts';
import { objects, text } from '../../../util/json/json-members.ts';
import type { AspectRow, RowInternal } from '../../entity-rows.ts';

type Assignments = NonNullable<RowInternal['assignments']>;

/** Internal state as it is stored: generations that belong to the properties in the value, in their order, are a list without names. */
type StoredInternal = Omit<RowInternal, 'assignments'> & { readonly assignments?: Assignments | string };

/** In a list of generations, the text of one: `,4,7,` lists 4 and 7. */
export function listed(generation: Generation): string {
  return `,${generation},`;
}

/** Column `internal` of a version: JSON, or null for no internal state. */
export function internalColumn({ aspect, internal }: AspectRow): string | null {
  const { assignments } = internal;
  if (assignments === undefined) return Object.keys(internal).length > 0 ? JSON.stringify(internal) : null;
  const names = namesIn(aspect.value);
  const keys = Object.keys(assignments);
  const isImplied =
    keys.length > 0 && keys.length === names.length && keys.every((key, i) => key === names[i]);
  const list = `,${Object.values(assignments).join(',')},`;
  return JSON.stringify({ ...internal, ...(isImplied && { assignments: list }) } satisfies StoredInternal);
}

/** The version with its whole internal state, from one whose column `internal` was parsed. */
export function withAssignments({
  aspect,
  internal,
}: {
  readonly aspect: Aspect;
  readonly internal: StoredInternal;
}): AspectRow {
  const { assignments: list, ...others } = internal;
  if (typeof list !== 'string') return { aspect, internal: internal as RowInternal };
  let assignments: Assignments | undefined;
  return {
    aspect,
    internal: {
      ...others,
      // Parses the value only if somebody asks.
      get assignments() {
        return (assignments ??= assignmentsIn(aspect.value, list));
      },
    },
  };
}

/** The column with names, from one as it is stored and the JSON of the value. */
export function wholeInternal(column: string | null, metadata: string): string | null {
  if (column?.includes(LIST) !== true) return column;
  // Only `internalColumn` writes such a text.
  const stored = JSON.parse(column) as { readonly assignments: string };
  const value: unknown = JSON.parse(metadata);
  if (!isJsonObject(value)) throw new Error('The value of an assignment in the store is no JSON object.');
  return JSON.stringify({ ...stored, assignments: assignmentsIn(value, stored.assignments) });
}

/** How a list of generations begins in JSON: inside of other texts, quotes are escaped. */
const LIST = '"assignments":",';

function assignmentsIn(value: JsonObject, list: string): Assignments {
  const generations = list.slice(1, -1).split(',');
  return Object.fromEntries(namesIn(value).map((name, i) => [name, Number(generations[i])]));
}

/** Urns of the properties in a value, in their order; texts only. */
function namesIn(value: JsonObject): readonly string[] {
  return objects(value['properties']).map(({ propertyUrn }) => text(propertyUrn) ?? '');
}
