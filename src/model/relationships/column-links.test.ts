import { describe, expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { columnLinks } from './column-links.ts';

const table = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');
const job = parseUrn('urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)');
const column = (name: string): string => `urn:li:schemaField:(${table},${name})`;

describe('columnLinks', () => {
  it('reads column lineage of datasets, with the query that computes it', () => {
    const fineGrainedLineages = [
      {
        upstreams: [column('a'), column('a'), 'nonsense'],
        downstreams: [column('x')],
        query: 'urn:li:query:q',
      },
      { upstreams: [column('b')], downstreams: [column('y'), column('z')] },
    ];
    expect([...columnLinks(table, 'upstreamLineage', { upstreams: [], fineGrainedLineages })]).toEqual([
      { upstreams: [column('a')], downstreams: [column('x')], via: 'urn:li:query:q' },
      { upstreams: [column('b')], downstreams: [column('y'), column('z')], via: undefined },
    ]);
  });

  it('names the job in column lineage of a job', () => {
    const fineGrainedLineages = [
      { upstreams: [column('a')], downstreams: [column('x')], query: 'urn:li:query:q' },
    ];
    const [link] = columnLinks(job, 'dataJobInputOutput', { fineGrainedLineages });
    expect(link?.via).toBe(job);
  });

  it('links a column of a chart to the input field that it shows', () => {
    const chart = parseUrn('urn:li:chart:(looker,c)');
    const fields = [
      { schemaFieldUrn: column('a'), schemaField: { fieldPath: 'total' } },
      { schemaFieldUrn: column('b') },
      { schemaFieldUrn: 'nonsense', schemaField: { fieldPath: 'x' } },
    ];
    expect([...columnLinks(chart, 'inputFields', { fields })]).toEqual([
      { upstreams: [column('a')], downstreams: [`urn:li:schemaField:(${chart},total)`], via: undefined },
    ]);
  });

  it.each([{}, { fineGrainedLineages: null }, { fineGrainedLineages: [{ upstreams: [column('a')] }, 7] }])(
    'finds nothing in %j',
    (value) => expect([...columnLinks(table, 'upstreamLineage', value)]).toEqual([]),
  );
});
