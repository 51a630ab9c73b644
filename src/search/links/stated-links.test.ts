import { afterEach, describe, expect, it, vi } from 'vitest';
import { slowClock } from '../../../test/support/slow-clock.ts';
import { turnsDuring } from '../../../test/support/turns.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { parseUrn, type Urn } from '../../model/urn.ts';
import { atOnce, inSteps } from '../../util/concurrency/steps.ts';
import type { JsonObject } from '../../util/json.ts';
import { createLinkReader, linkGroups, linksFrom, linksTo, type StatingAspect } from './stated-links.ts';

const readLinks = createLinkReader(loadRegistry(readRegistry()));
const statedBy = (aspect: StatingAspect) => atOnce(readLinks(aspect));
const linksOf = (urn: Urn, aspectName: string, value: JsonObject) => statedBy({ urn, aspectName, value }).own;
const table = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');
const upstream = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('createLinkReader', () => {
  it('reads many relationships in turns', async () => {
    const column = (i: number): string => `urn:li:schemaField:(${table},c${i})`;
    const count = 1_000;
    const value = {
      upstreams: Array.from({ length: count }, (_, i) => ({ dataset: upstream(`u${i}`), type: 'COPY' })),
      fineGrainedLineages: Array.from({ length: count }, (_, i) => ({
        upstreams: [column(i)],
        downstreams: [column(i + 1)],
      })),
    };
    slowClock();
    const reading = readLinks({ urn: table, aspectName: 'upstreamLineage', value });
    expect(await turnsDuring(() => inSteps(reading))).toBeGreaterThan((2 * count) / 200);
  });

  it('reads the details of each relationship from its own element', () => {
    const created = { time: 1, actor: 'urn:li:corpuser:a' };
    const auditStamp = { time: 2, actor: 'urn:li:corpuser:b' };
    const links = linksOf(table, 'upstreamLineage', {
      upstreams: [
        { dataset: upstream('bare'), type: 'COPY' },
        {
          dataset: upstream('detailed'),
          type: 'COPY',
          created,
          auditStamp,
          query: 'urn:li:query:q',
          properties: { k: 'v' },
        },
      ],
    });
    expect(links).toEqual([
      { type: 'DownstreamOf', source: table, destination: upstream('bare') },
      {
        type: 'DownstreamOf',
        source: table,
        destination: upstream('detailed'),
        createdOn: 1,
        createdActor: 'urn:li:corpuser:a',
        updatedOn: 2,
        updatedActor: 'urn:li:corpuser:b',
        via: 'urn:li:query:q',
        properties: { k: 'v' },
      },
    ]);
  });

  it('selects pairs of columns by either end, beside the lineage of the dataset itself', () => {
    const column = (name: string): Urn => parseUrn(`urn:li:schemaField:(${table},${name})`);
    const fineGrainedLineages = [
      { upstreams: [column('a'), column('b')], downstreams: [column('x'), column('y')] },
      { upstreams: [column('b')], downstreams: [column('x')], query: 'urn:li:query:q' },
    ];
    const stated = statedBy({
      urn: table,
      aspectName: 'upstreamLineage',
      value: { upstreams: [], fineGrainedLineages },
    });
    const pair = ({ source, destination, via }: (typeof stated.own)[number]): string =>
      [source, destination, ...(via === undefined ? [] : [via])].join(' ');
    expect(stated.own.map(pair)).toEqual([
      `${table} ${column('a')}`,
      `${table} ${column('b')}`,
      `${table} ${column('b')}`,
    ]);
    expect([...linksFrom(stated, column('x'))].map(pair)).toEqual([
      `${column('x')} ${column('a')}`,
      `${column('x')} ${column('b')}`,
      `${column('x')} ${column('b')} urn:li:query:q`,
    ]);
    expect([...linksTo(stated, column('a'))].map(pair)).toEqual([
      `${table} ${column('a')}`,
      `${column('x')} ${column('a')}`,
      `${column('y')} ${column('a')}`,
    ]);
    expect([...linksFrom(stated, column('a'))]).toEqual([]);
    expect(linkGroups(stated)).toEqual([
      { type: 'DownstreamOf', sources: [table], destinations: [column('a'), column('b'), column('b')] },
      ...fineGrainedLineages.map(({ upstreams, downstreams }) => ({
        type: 'DownstreamOf',
        sources: downstreams,
        destinations: upstreams,
      })),
    ]);
  });

  it('reads a relationship in a nested record', () => {
    const parent = { destinationUrn: upstream('logical'), created: { time: 5, actor: 'urn:li:corpuser:a' } };
    expect(linksOf(table, 'logicalParent', { parent })).toEqual([
      {
        type: 'PhysicalInstanceOf',
        source: table,
        destination: upstream('logical'),
        createdOn: 5,
        createdActor: 'urn:li:corpuser:a',
      },
    ]);
  });

  it('reads nothing from unknown aspects, invalid values and invalid urns', () => {
    expect(linksOf(table, 'noSuchAspect', { any: 1 })).toEqual([]);
    expect(linksOf(table, 'status', { removed: true })).toEqual([]);
    expect(linksOf(table, 'upstreamLineage', { upstreams: [{ dataset: 'nonsense' }, 1, null] })).toEqual([]);
  });
});
