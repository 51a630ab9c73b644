import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadingCatalog } from '../../../test/support/memory/reading-catalog.ts';
import { COLUMN_RELATIONSHIP } from '../../model/relationships/column-links.ts';
import { parseUrn, type Urn } from '../../model/urn.ts';
import type { LinkPage, LinkScrollInput } from './link-query.ts';

/** Four million pairs: forming them all exhausts the memory of a test process. */
const COLUMNS = 2_000;

const dataset = (name: string): Urn => parseUrn(`urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`);
const column = (table: string, number: number): Urn =>
  parseUrn(`urn:li:schemaField:(${dataset(table)},c${String(number).padStart(5, '0')})`);
const columns = (table: string): readonly Urn[] =>
  Array.from({ length: COLUMNS }, (_, i) => column(table, i));

let catalog: ReadingCatalog;

beforeAll(async () => {
  catalog = await ReadingCatalog.open();
  const lineage = { upstreamType: 'FIELD_SET', downstreamType: 'FIELD_SET' };
  await catalog.put(dataset('below'), {
    upstreamLineage: {
      upstreams: [{ dataset: dataset('above'), type: 'TRANSFORMED' }],
      fineGrainedLineages: [{ ...lineage, upstreams: columns('above'), downstreams: columns('below') }],
    },
  });
});

afterAll(async () => {
  await catalog[Symbol.asyncDispose]();
});

function scroll(input: Partial<LinkScrollInput>): Promise<LinkPage> {
  return catalog.query.scrollLinks(
    {
      types: [COLUMN_RELATIONSHIP],
      sourceTypes: [],
      destinationTypes: [],
      isLineage: false,
      includeSoftDelete: true,
      count: 3,
      scrollId: undefined,
      ...input,
    },
    catalog.scope,
  );
}

const ends = ({ links }: LinkPage): readonly (readonly [Urn, Urn])[] =>
  links.map(({ source, destination }) => [source, destination]);

describe('column lineage that is stored with more pairs than may be written', () => {
  it('is scrolled through, pair by pair', async () => {
    const first = await scroll({ sources: [column('below', 7), column('below', 8)] });
    expect(ends(first)).toEqual([0, 1, 2].map((i) => [column('below', 7), column('above', i)]));
    const second = await scroll({ sources: [column('below', 7)], scrollId: first.nextScrollId });
    expect(ends(second)).toEqual([3, 4, 5].map((i) => [column('below', 7), column('above', i)]));
  });

  it('is scrolled through by either end', async () => {
    const page = await scroll({ ends: [column('above', 9)], isLineage: true, direction: 'DOWNSTREAM' });
    expect(ends(page)).toEqual(
      [
        [dataset('below'), column('above', 9)],
        [column('below', 0), column('above', 9)],
        [column('below', 1), column('above', 9)],
      ]
        .slice(1)
        .concat([[column('below', 2), column('above', 9)]]),
    );
  });

  it.each([
    ['OUTGOING', 'below', 'above'],
    ['INCOMING', 'above', 'below'],
  ] as const)('is listed as %s relationships of a column', async (direction, own, other) => {
    const page = {
      types: [COLUMN_RELATIONSHIP],
      direction,
      start: COLUMNS - 2,
      count: 5,
      includeSoftDelete: true,
    };
    const found = await catalog.query.relationships({ urn: column(own, 5), ...page }, catalog.scope);
    const named = found.entities.map(({ urn }) => urn).filter((urn) => urn !== dataset('below'));
    expect(named.at(-1)).toBe(column(other, COLUMNS - 1));
  });

  it('is listed as lineage of a column', async () => {
    const found = await catalog.query.listLineage(
      {
        urn: column('below', 5),
        direction: 'UPSTREAM',
        start: 0,
        count: 2,
        separateSiblings: true,
        includeGhostEntities: true,
        startTimeMillis: 1,
        endTimeMillis: undefined,
      },
      catalog.scope,
    );
    expect(found.total).toBe(COLUMNS);
    expect(found.neighbours.map(({ urn }) => urn)).toEqual([column('above', 0), column('above', 1)]);
  });
});
