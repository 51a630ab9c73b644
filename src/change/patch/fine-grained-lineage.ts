import type { Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

/** Key of one row: transformation, downstream field, query, upstream field. */
export const FINE_GRAINED_LINEAGE_KEYS = ['transformOperation', 'downstream', 'query', 'upstream'] as const;

/** Rows converted between two looks at the clock. */
const PER_LOOK = 64;

/** Key part for a missing transformation or query. */
const NONE = 'NONE';

/** Lineage members that a row may set. The last row that sets one wins; of confidence scores the lowest wins. */
const ROW_TYPES = ['upstreamType', 'downstreamType'] as const;

interface Lineage {
  /** The stored lineage; undefined for one that the patch creates. */
  readonly stored: JsonObject | undefined;
  readonly rows: JsonObject[];
}

/** The lineages with the same key. */
interface OpenLineages {
  readonly first: Lineage;
  readonly byStored: Map<JsonObject, Lineage>;
}

type Folded = Lineage | { readonly whole: JsonValue };

/**
 * Fine-grained lineages have no key, so a patch sees one row per upstream. Lineages without upstreams, or without
 * exactly one downstream, are kept whole in a row with an empty key.
 */
export const fineGrainedLineageRows = {
  unfold: rowsOf,

  *fold(rows: readonly JsonValue[]): Steps<readonly JsonValue[]> {
    const folded: Folded[] = [];
    const open = new Map<string, OpenLineages>();
    for (const [i, row] of rows.entries()) {
      if (isJsonObject(row) && row['upstream'] !== undefined) join(row, open, folded);
      else folded.push({ whole: isJsonObject(row) ? (row['lineage'] ?? row) : row });
      if (i % PER_LOOK === 0 && isTurnOver()) yield;
    }
    const lineages: JsonValue[] = [];
    for (const [i, item] of folded.entries()) {
      lineages.push('whole' in item ? item.whole : lineageOf(item));
      if (i % PER_LOOK === 0 && isTurnOver()) yield;
    }
    return lineages;
  },
};

function rowsOf(lineage: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(lineage)) return [{ lineage }];
  const upstreams = textsOf(lineage['upstreams']);
  const [downstream, ...others] = textsOf(lineage['downstreams']);
  if (downstream === undefined || others.length > 0 || upstreams.length === 0) return [{ lineage }];
  const { transformOperation, query, confidenceScore, upstreamType, downstreamType } = lineage;
  return [...new Set(upstreams)].map((upstream) => ({
    transformOperation: transformOperation ?? NONE,
    downstream,
    query: query ?? NONE,
    upstream,
    confidenceScore,
    upstreamType,
    downstreamType,
    lineage,
  }));
}

/** Adds the row to its original lineage, else to the first lineage with the same key, else to a new one. */
function join(row: JsonObject, open: Map<string, OpenLineages>, folded: Folded[]): void {
  const key = JSON.stringify([row['transformOperation'], row['downstream'], row['query']]);
  const sharing = open.get(key);
  const stored = isJsonObject(row['lineage']) ? row['lineage'] : undefined;
  const known = stored === undefined ? sharing?.first : sharing?.byStored.get(stored);
  if (known !== undefined) {
    known.rows.push(row);
    return;
  }
  const lineage: Lineage = { stored, rows: [row] };
  const all = sharing ?? { first: lineage, byStored: new Map<JsonObject, Lineage>() };
  if (stored !== undefined) all.byStored.set(stored, lineage);
  open.set(key, all);
  folded.push(lineage);
}

function lineageOf({ stored, rows }: Lineage): JsonObject {
  const [first = {}] = rows;
  const { transformOperation, query, downstream } = first;
  const base = stored ?? {
    upstreamType: 'FIELD_SET',
    downstreamType: 'FIELD',
    transformOperation,
    ...(query !== NONE && query !== '' && { query }),
  };
  const stated = ROW_TYPES.flatMap((member) => {
    const value = rows.findLast((row) => row[member] !== undefined)?.[member];
    return value === undefined ? [] : [[member, value] as const];
  });
  const scores = rows.map((row) => row['confidenceScore']).filter((score) => typeof score === 'number');
  return {
    ...base,
    ...Object.fromEntries(stated),
    upstreams: rows.map((row) => row['upstream'] ?? ''),
    downstreams: [downstream ?? ''],
    ...(scores.length > 0 && { confidenceScore: scores.reduce((least, score) => Math.min(least, score)) }),
  };
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
