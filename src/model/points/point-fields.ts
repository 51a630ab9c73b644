import { invalidRequest } from '../../errors.ts';
import { suggestion } from '../../util/closest-name.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { Aspect } from '../aspect.ts';
import type { AspectSpec, FieldType, RecordSpec } from '../entity-registry.ts';
import { because } from '../../refusals.ts';

/** A field of a timeseries aspect, such as `totalSqlQueries` or `userCounts.count`. */
export interface PointField {
  readonly path: string;
  /** Kind of the values in the schema. */
  readonly kind: FieldType['kind'];
  /** Name of the list of records that contains the field, if any. */
  readonly collection: string | undefined;
}

/** A point, or one element of a list of records in it: the unit of aggregation. */
export interface PointPart {
  readonly point: Aspect;
  readonly collection?: string;
  readonly element?: JsonValue;
}

/** Members of a point that each of its parts has too. */
const SHARED: ReadonlySet<string> = new Set([
  'timestampMillis',
  'eventGranularity',
  'partitionSpec',
  'messageId',
]);

/** Field of an aspect at a path; `urn` is also a field. Throws INVALID_REQUEST if the aspect has no such field. */
export function pointField({ name, record }: AspectSpec, path: string): PointField {
  if (path === 'urn') return { path, kind: 'string', collection: undefined };
  const [head = '', ...rest] = path.split('.');
  const type = record.fields.get(head)?.type;
  const items = type?.kind === 'array' ? type.items : undefined;
  const kind =
    items?.kind === 'record' && rest.length > 0
      ? kindAt(items.record, rest)
      : type && (rest.length === 0 ? type.kind : type.kind === 'record' && kindAt(type.record, rest));
  if (kind === undefined || kind === false) {
    throw invalidRequest(
      `Unknown TimeseriesField or TimeseriesFieldCollection: ${path}, of aspect ${name}.${suggestion(head, record.fields.keys())}`,
      undefined,
      because('FIELD_UNKNOWN', { name: path }),
    );
  }
  return { path, kind, collection: items?.kind === 'record' && rest.length > 0 ? head : undefined };
}

/** Parts of a point: the point itself, and each element of the given lists. */
export function partsOf(point: Aspect, collections: Iterable<string>): readonly PointPart[] {
  const parts: PointPart[] = [{ point }];
  for (const collection of collections) {
    const list = point.value[collection];
    if (!Array.isArray(list)) continue;
    for (const element of list as readonly JsonValue[]) parts.push({ point, collection, element });
  }
  return parts;
}

/** Value of a field in a part; undefined if absent, or if the field belongs to another part. */
export function valueIn({ point, collection, element }: PointPart, field: PointField): JsonValue | undefined {
  if (field.path === 'urn') return point.urn;
  const [head = '', ...rest] = field.path.split('.');
  if (field.collection !== undefined) {
    return field.collection === collection ? memberAt(element, rest) : undefined;
  }
  return collection === undefined || SHARED.has(head) ? memberAt(point.value, [head, ...rest]) : undefined;
}

function kindAt(record: RecordSpec, [head = '', ...rest]: readonly string[]): FieldType['kind'] | undefined {
  const type = record.fields.get(head)?.type;
  if (rest.length === 0) return type?.kind;
  return type?.kind === 'record' ? kindAt(type.record, rest) : undefined;
}

function memberAt(value: JsonObject | JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const member of path) found = isJsonObject(found) ? found[member] : undefined;
  return found ?? undefined;
}
