import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { createEdgeReader, createViaTest, relationshipTypes } from './edges.ts';

const registry = loadRegistry(readRegistry());
const edgesOf = createEdgeReader(registry);

describe('createEdgeReader', () => {
  it('reads declared relationships, each once', () => {
    const upstreams = ['urn:li:dataset:(a,b,PROD)', 'urn:li:dataset:(a,c,PROD)', 'urn:li:dataset:(a,b,PROD)'];
    const value = { upstreams: upstreams.map((dataset) => ({ dataset, type: 'COPY' })) };
    expect(edgesOf('upstreamLineage', value)).toEqual([
      { type: 'DownstreamOf', destination: 'urn:li:dataset:(a,b,PROD)' },
      { type: 'DownstreamOf', destination: 'urn:li:dataset:(a,c,PROD)' },
    ]);
  });

  it('distinguishes relationships of different names', () => {
    const value = { parentNode: 'urn:li:glossaryNode:n', definition: '', sourceRef: 'x' };
    expect(edgesOf('glossaryTermInfo', value)).toEqual([
      { type: 'IsPartOf', destination: 'urn:li:glossaryNode:n' },
    ]);
  });

  it('ignores values that are not urns, and aspects without relationships', () => {
    expect(edgesOf('globalTags', { tags: [{ tag: 'nonsense' }, { tag: null }, 5] })).toEqual([]);
    expect(edgesOf('status', { removed: true })).toEqual([]);
    expect(edgesOf('noSuchAspect', {})).toEqual([]);
  });
});

describe('createViaTest', () => {
  it('finds a query that creates a relationship', () => {
    const statesVia = createViaTest(registry);
    const upstream = { dataset: 'urn:li:dataset:(a,b,PROD)', type: 'COPY' };
    const query = 'urn:li:query:q';
    expect(statesVia('upstreamLineage', { upstreams: [upstream, { ...upstream, query }] })).toBe(true);
    expect(statesVia('upstreamLineage', { upstreams: [{ ...upstream, query: null }] })).toBe(false);
    const columns = { upstreams: [upstream], fineGrainedLineages: [{ query }] };
    expect(statesVia('upstreamLineage', columns)).toBe(false);
    expect(statesVia('dataJobInputOutput', { fineGrainedLineages: [] })).toBe(false);
  });
});

describe('relationshipTypes', () => {
  it('lists every relationship once, sorted', () => {
    const types = relationshipTypes(registry);
    expect(types).toEqual([...new Set(types)].sort());
    expect(types).toEqual(
      expect.arrayContaining(['IsPartOf', 'OwnedBy', 'StructuredPropertyOf', 'TaggedWith']),
    );
  });
});
