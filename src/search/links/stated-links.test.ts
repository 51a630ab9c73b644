import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { parseUrn } from '../../model/urn.ts';
import { createLinkReader } from './stated-links.ts';

const linksOf = createLinkReader(loadRegistry(readRegistry()));
const table = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');
const upstream = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;

describe('createLinkReader', () => {
  it('reads the details of each relationship from its own element', () => {
    const created = { time: 1, actor: 'urn:li:corpuser:a' };
    const auditStamp = { time: 2, actor: 'urn:li:corpuser:b' };
    const links = linksOf(table, 'upstreamLineage', {
      upstreams: [
        { dataset: upstream('bare'), type: 'COPY' },
        {
          dataset: upstream('told'),
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
        ...{ type: 'DownstreamOf', source: table, destination: upstream('told') },
        ...{
          createdOn: 1,
          createdActor: 'urn:li:corpuser:a',
          updatedOn: 2,
          updatedActor: 'urn:li:corpuser:b',
        },
        ...{ via: 'urn:li:query:q', properties: { k: 'v' } },
      },
    ]);
  });

  it('reads every pair of columns, and the lineage of the dataset itself', () => {
    const column = (name: string): string => `urn:li:schemaField:(${table},${name})`;
    const fineGrainedLineages = [
      { upstreams: [column('a'), column('b')], downstreams: [column('x'), column('y')] },
    ];
    const pairs = linksOf(table, 'upstreamLineage', { upstreams: [], fineGrainedLineages });
    expect(pairs.map(({ source, destination }) => `${source} ${destination}`)).toEqual([
      `${table} ${column('a')}`,
      `${table} ${column('b')}`,
      `${column('x')} ${column('a')}`,
      `${column('x')} ${column('b')}`,
      `${column('y')} ${column('a')}`,
      `${column('y')} ${column('b')}`,
    ]);
  });

  it('reads a relationship in a nested record', () => {
    const parent = { destinationUrn: upstream('logical'), created: { time: 5, actor: 'urn:li:corpuser:a' } };
    expect(linksOf(table, 'logicalParent', { parent })).toEqual([
      {
        ...{ type: 'PhysicalInstanceOf', source: table, destination: upstream('logical') },
        ...{ createdOn: 5, createdActor: 'urn:li:corpuser:a' },
      },
    ]);
  });

  it('reads nothing from unknown aspects, invalid values and invalid urns', () => {
    expect(linksOf(table, 'noSuchAspect', { any: 1 })).toEqual([]);
    expect(linksOf(table, 'status', { removed: true })).toEqual([]);
    expect(linksOf(table, 'upstreamLineage', { upstreams: [{ dataset: 'nonsense' }, 1, null] })).toEqual([]);
  });
});
