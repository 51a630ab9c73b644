import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slowClock } from '../../test/support/slow-clock.ts';
import { turnsDuring } from '../../test/support/turns.ts';
import { readRegistry } from '../config/read-registry.ts';
import type { MetadataChangeProposal, PatchOperation } from '../model/proposal.ts';
import { patchOf, upsertOf } from '../model/proposal-builders.ts';
import { loadRegistry } from '../model/registry/load-registry.ts';
import { parseUrn } from '../model/urn.ts';
import { openMemoryStore } from '../store/sqlite/open.ts';
import type { JsonObject } from '../util/json.ts';
import { createMetadataChange } from './ingest.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const TABLE = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,wide,PROD)');
const COLUMNS = 2_000;
/** Maximum elements of a list between two readings of the clock. */
const PER_LOOK = 64;

let change: ReturnType<typeof createMetadataChange>;

beforeEach(() => {
  change = createMetadataChange({
    store: openMemoryStore(),
    registry: loadRegistry(readRegistry()),
    settings: {
      enforceEntityTypes: true,
      hardDeleteRequiresSoftDelete: false,
      keywordMaxLength: 32_766,
      linkSchemes: ['https'],
    },
    now: () => 1,
    follow: () => Promise.resolve(),
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Number of turns that other work gets during a write; every second reading of the clock ends a turn. */
function turnsOf(proposal: MetadataChangeProposal): Promise<number> {
  slowClock();
  return turnsDuring(() => change.ingest(ACTOR, [proposal]));
}

function column(i: number): string {
  return `urn:li:schemaField:(${TABLE},c${i})`;
}

const LINEAGE: JsonObject = {
  upstreams: [{ dataset: TABLE, type: 'COPY' }],
  fineGrainedLineages: Array.from({ length: COLUMNS }, (_, i) => ({
    upstreamType: 'FIELD_SET',
    upstreams: [column(i)],
    downstreamType: 'FIELD',
    downstreams: [column(i + 1)],
  })),
};

const SCHEMA: JsonObject = {
  schemaName: 's',
  platform: 'urn:li:dataPlatform:hive',
  version: 0,
  hash: '',
  platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  fields: Array.from({ length: COLUMNS }, (_, i) => ({
    fieldPath: `c${i}`,
    type: { type: { 'com.linkedin.schema.StringType': {} } },
    nativeDataType: 'text',
  })),
};

it('counts the column pairs of a large lineage in turns', async () => {
  expect(await turnsOf(upsertOf(TABLE, 'upstreamLineage', LINEAGE))).toBeGreaterThan(COLUMNS / PER_LOOK);
});

it('applies many operations of a patch in turns', async () => {
  await change.ingest(ACTOR, [upsertOf(TABLE, 'schemaMetadata', SCHEMA)]);
  const moves = Array.from({ length: COLUMNS }, (): PatchOperation => ({
    op: 'move',
    from: '/fields/0',
    path: '/fields/-',
  }));
  expect(await turnsOf(patchOf(TABLE, 'schemaMetadata', moves))).toBeGreaterThan(COLUMNS / 2);
});

it.each([
  [
    'upstreamLineage',
    LINEAGE,
    `/fineGrainedLineages/NONE/${column(1)}/NONE/${column(0)}/confidenceScore`,
    0.5,
  ],
  ['schemaMetadata', SCHEMA, '/fields/0/description', 'x'],
])('applies one operation to a long list of %s in turns', async (aspectName, value, path, to) => {
  await change.ingest(ACTOR, [upsertOf(TABLE, aspectName, value)]);
  const turns = await turnsOf(patchOf(TABLE, aspectName, [{ op: 'add', path, value: to }]));
  expect(turns).toBeGreaterThan(COLUMNS / PER_LOOK / 2);
});
