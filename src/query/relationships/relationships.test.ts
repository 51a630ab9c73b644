import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadingCatalog } from '../../../test/support/memory/reading-catalog.ts';
import type { RelatedEntities, RelationshipsInput } from '../metadata-query.ts';
import { parseUrn, type Urn } from '../../model/urn.ts';
import { EVERYTHING } from '../../model/scope.ts';

let catalog: ReadingCatalog;

const dataset = (name: string): Urn => parseUrn(`urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`);
const tag = (name: string): Urn => parseUrn(`urn:li:tag:${name}`);

beforeAll(async () => {
  catalog = await ReadingCatalog.open();
  const tagged = (...names: readonly string[]) => ({
    globalTags: { tags: names.map((name) => ({ tag: tag(name) })) },
  });
  await catalog.put(tag('t'), { tagProperties: { name: 't' } });
  await catalog.put(tag('gone'), { status: { removed: true } });
  await catalog.put(dataset('a'), {
    ...tagged('t', 'gone', 'never.written'),
    upstreamLineage: {
      upstreams: [
        { dataset: dataset('b'), type: 'COPY' },
        { dataset: dataset('c'), type: 'COPY' },
      ],
    },
  });
  await catalog.put(dataset('b'), tagged('t'));
  await catalog.put(dataset('c'), { ...tagged('t'), status: { removed: true } });
});

afterAll(async () => {
  await catalog[Symbol.asyncDispose]();
});

function related(input: Partial<RelationshipsInput> & { readonly urn: Urn }): Promise<RelatedEntities> {
  const plain = { types: [], direction: 'OUTGOING', start: 0, count: 100, includeSoftDelete: true } as const;
  return catalog.query.relationships({ ...plain, ...input }, catalog.scope);
}

const pairs = ({ entities }: RelatedEntities): readonly string[] =>
  entities.map(({ relationshipType, urn }) => `${relationshipType} ${urn}`);

describe('relationships', () => {
  it('lists outgoing relationships by name and urn', async () => {
    const outgoing = await related({ urn: dataset('a'), types: ['TaggedWith', 'DownstreamOf'] });
    expect(outgoing.total).toBe(5);
    expect(pairs(outgoing)).toEqual([
      `DownstreamOf ${dataset('b')}`,
      `DownstreamOf ${dataset('c')}`,
      `TaggedWith ${tag('gone')}`,
      `TaggedWith ${tag('never.written')}`,
      `TaggedWith ${tag('t')}`,
    ]);
  });

  it('lists all names by default, including those of the key aspect', async () => {
    const names = new Set((await related({ urn: dataset('b') })).entities.map((one) => one.relationshipType));
    expect(names).toContain('TaggedWith');
    expect((await related({ urn: dataset('a'), types: ['nonsense'] })).total).toBe(0);
  });

  it('lists incoming relationships', async () => {
    const incoming = await related({ urn: tag('t'), direction: 'INCOMING' });
    expect(incoming.total).toBe(3);
    expect(pairs(incoming)).toEqual(['a', 'b', 'c'].map((name) => `TaggedWith ${dataset(name)}`));
    expect((await related({ urn: tag('unused'), direction: 'INCOMING' })).total).toBe(0);
  });

  it('omits soft-deleted and never written entities at the other end, if requested', async () => {
    const outgoing = await related({ urn: dataset('a'), types: ['TaggedWith'], includeSoftDelete: false });
    expect(pairs(outgoing)).toEqual([`TaggedWith ${tag('t')}`]);
    expect(outgoing.total).toBe(1);
    const incoming = await related({ urn: tag('t'), direction: 'INCOMING', includeSoftDelete: false });
    expect(incoming.total).toBe(2);
    expect(pairs(incoming)).toEqual([`TaggedWith ${dataset('a')}`, `TaggedWith ${dataset('b')}`]);
  });

  it('omits hard-deleted entities and their columns, if requested', async () => {
    const column = (holder: Urn): Urn => parseUrn(`urn:li:schemaField:(${holder},id)`);
    const pairOf = (upstream: Urn) => ({
      upstreamType: 'FIELD_SET',
      downstreamType: 'FIELD',
      upstreams: [column(upstream)],
      downstreams: [column(dataset('e'))],
    });
    const [kept, gone] = [dataset('kept'), dataset('hard.deleted')];
    for (const urn of [kept, gone]) await catalog.put(urn, { status: { removed: false } });
    await catalog.put(dataset('e'), {
      upstreamLineage: {
        upstreams: [kept, gone].map((upstream) => ({ dataset: upstream, type: 'COPY' })),
        fineGrainedLineages: [pairOf(kept), pairOf(gone)],
      },
    });
    await catalog.remove(gone);
    const of = async (urn: Urn, includeSoftDelete: boolean) =>
      (await related({ urn, types: ['DownstreamOf'], includeSoftDelete })).entities.map((one) => one.urn);
    expect(await of(dataset('e'), true)).toContain(gone);
    expect(await of(dataset('e'), false)).not.toContain(gone);
    expect(await of(dataset('e'), false)).toContain(kept);
    expect(await of(column(dataset('e')), true)).toEqual([column(gone), column(kept)]);
    expect(await of(column(dataset('e')), false)).toEqual([column(kept)]);
  });

  it('omits entities that the caller may not see', async () => {
    const input = { urn: tag('t'), types: [], start: 0, count: 9, includeSoftDelete: true } as const;
    const scope = {
      ...EVERYTHING,
      seesEntity: (urn: Urn) => urn !== dataset('b'),
      entityFilter: [[{ attribute: 'urn', match: 'equals', values: [dataset('b')], negated: true } as const]],
    };
    const incoming = await catalog.query.relationships({ ...input, direction: 'INCOMING' }, scope);
    expect(pairs(incoming)).toEqual([`TaggedWith ${dataset('a')}`, `TaggedWith ${dataset('c')}`]);
    const outgoing = await catalog.query.relationships(
      { ...input, urn: dataset('a'), direction: 'OUTGOING' },
      scope,
    );
    expect(pairs(outgoing)).not.toContain(`DownstreamOf ${dataset('b')}`);
  });

  it('pages across names, each relationship once', async () => {
    for (const direction of ['INCOMING', 'OUTGOING'] as const) {
      const urn = direction === 'INCOMING' ? dataset('b') : dataset('a');
      if (direction === 'INCOMING')
        await catalog.put(dataset('d'), { siblings: { siblings: [dataset('b')], primary: false } });
      const all = await related({ urn, direction });
      const seen: string[] = [];
      for (let start = 0; start < all.total; start++) {
        const page = await related({ urn, direction, start, count: 1 });
        expect(page.total).toBe(all.total);
        seen.push(...pairs(page));
      }
      expect(seen).toEqual(pairs(all));
      expect(all.total).toBeGreaterThan(1);
      expect((await related({ urn, direction, start: all.total })).entities).toEqual([]);
    }
  });

  it.each([{ start: -1 }, { count: -1 }, { count: 10_001 }, { start: 0.5 }])(
    'rejects the page %j',
    async (page) => {
      await expect(related({ urn: tag('t'), ...page })).rejects.toThrow('start must be a whole number');
    },
  );
});
