import type { Urn } from '../model/urn.ts';
import { isUrn } from '../model/urn.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import { isJsonObject } from '../util/json.ts';

/** Index field of an entity whose aspects say that these columns are computed from others. */
export const DOWNSTREAM_COLUMNS = 'column:downstream';
/** Index field of an entity whose aspects say that others are computed from these columns. */
export const UPSTREAM_COLUMNS = 'column:upstream';
/** Name of the relationship between two columns, as in DataHub. */
export const COLUMN_RELATIONSHIP = 'DownstreamOf';

/** Every one of the downstream columns is computed from every one of the upstream ones. */
export interface ColumnLink {
  readonly downstreams: readonly Urn[];
  readonly upstreams: readonly Urn[];
  /** The query or the job that does it, if it is known. */
  readonly via: Urn | undefined;
}

/**
 * Links between columns that an aspect of `holder` states. They are not the holder's own, so that the registry cannot
 * declare them: DataHub reads them from the same three aspects.
 */
export function columnLinks(holder: Urn, aspectName: string, value: JsonObject): readonly ColumnLink[] {
  switch (aspectName) {
    case 'upstreamLineage':
      return fineGrained(value, (lineage) => urnIn(lineage['query']));
    case 'dataJobInputOutput':
      return fineGrained(value, () => holder);
    case 'inputFields':
      return objects(value['fields']).flatMap((field) => inputField(holder, field));
    default:
      return [];
  }
}

function fineGrained(value: JsonObject, viaOf: (lineage: JsonObject) => Urn | undefined): ColumnLink[] {
  return objects(value['fineGrainedLineages']).flatMap((lineage) => {
    const downstreams = urns(lineage['downstreams']);
    const upstreams = urns(lineage['upstreams']);
    return downstreams.length === 0 || upstreams.length === 0
      ? []
      : [{ downstreams, upstreams, via: viaOf(lineage) }];
  });
}

/** A field of a chart or dashboard: the column of the same path of its own is computed from the one that is named. */
function inputField(holder: Urn, field: JsonObject): ColumnLink[] {
  const upstream = urnIn(field['schemaFieldUrn']);
  const column = field['schemaField'];
  const path = isJsonObject(column) ? column['fieldPath'] : undefined;
  if (upstream === undefined || typeof path !== 'string') return [];
  const own = `urn:li:schemaField:(${holder},${path})`;
  return isUrn(own) ? [{ downstreams: [own], upstreams: [upstream], via: undefined }] : [];
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
