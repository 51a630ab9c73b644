import { isUrn, type Urn } from '../urn.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

/** Name of the relationship between two columns, as in DataHub. */
export const COLUMN_RELATIONSHIP = 'DownstreamOf';

/** Column lineage: each downstream column is computed from all upstream ones. */
export interface ColumnLink {
  readonly downstreams: readonly Urn[];
  readonly upstreams: readonly Urn[];
  /** The query or job that computes them, if known. */
  readonly via: Urn | undefined;
}

/** Aspects that state links between columns. */
export const COLUMN_ASPECTS: readonly string[] = ['upstreamLineage', 'dataJobInputOutput', 'inputFields'];

/** Maximum column pairs of one aspect, checked on write. A stored aspect with more is still served. */
export const MAX_COLUMN_PAIRS = 100_000;

/**
 * Column lineage in an aspect of `holder`, one link at a time, so that the caller can yield or stop. The links belong
 * to the columns, not to the holder, so the registry cannot declare them; DataHub reads them from the same three
 * aspects.
 */
export function* columnLinks(holder: Urn, aspectName: string, value: JsonObject): Generator<ColumnLink> {
  switch (aspectName) {
    case 'upstreamLineage':
      yield* fineGrained(value, (lineage) => urnIn(lineage['query']));
      break;
    case 'dataJobInputOutput':
      yield* fineGrained(value, () => holder);
      break;
    case 'inputFields':
      for (const field of objects(value['fields'])) yield* inputField(holder, field);
      break;
  }
}

function* fineGrained(
  value: JsonObject,
  viaOf: (lineage: JsonObject) => Urn | undefined,
): Generator<ColumnLink> {
  for (const lineage of objects(value['fineGrainedLineages'])) {
    const downstreams = urns(lineage['downstreams']);
    const upstreams = urns(lineage['upstreams']);
    if (downstreams.length > 0 && upstreams.length > 0) yield { downstreams, upstreams, via: viaOf(lineage) };
  }
}

/**
 * An input field of a chart or dashboard: its own column with that path is computed from the column
 * `schemaFieldUrn`.
 */
function* inputField(holder: Urn, field: JsonObject): Generator<ColumnLink> {
  const upstream = urnIn(field['schemaFieldUrn']);
  const column = field['schemaField'];
  const path = isJsonObject(column) ? column['fieldPath'] : undefined;
  if (upstream === undefined || typeof path !== 'string') return;
  const own = `urn:li:schemaField:(${holder},${path})`;
  if (isUrn(own)) yield { downstreams: [own], upstreams: [upstream], via: undefined };
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item: JsonValue) => isJsonObject(item)) : [];
}

function urns(value: JsonValue | undefined): Urn[] {
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return [...new Set(list.flatMap((item) => urnIn(item) ?? []))];
}

function urnIn(value: JsonValue | undefined): Urn | undefined {
  return typeof value === 'string' && isUrn(value) ? value : undefined;
}
