import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import { createLineageModel } from './lineage.ts';
import { loadRegistry } from '../registry/load-registry.ts';

const model = createLineageModel(loadRegistry(readRegistry()));

describe('createLineageModel', () => {
  it('lists upstream links from both ends', () => {
    const up = model.links('dataset', 'UPSTREAM').map(({ type, statedBy }) => `${type} ${statedBy}`);
    expect(up).toEqual(expect.arrayContaining(['DownstreamOf left', 'Produces reached']));
    const down = model.links('dataset', 'DOWNSTREAM').map(({ type, statedBy }) => `${type} ${statedBy}`);
    expect(down).toEqual(expect.arrayContaining(['DownstreamOf reached', 'Consumes reached']));
    expect(down).not.toContain('Produces reached');
  });

  it('lists the entity types that a link can reach', () => {
    const [produces] = model.links('dataJob', 'DOWNSTREAM').filter(({ type }) => type === 'Produces');
    expect([...(produces?.reaches ?? [])]).toEqual(['dataset']);
    expect(model.links('tag', 'UPSTREAM')).toEqual([]);
  });

  it('orients a link by its ends', () => {
    expect(model.isUpstream('DownstreamOf', 'dataset', 'dataset')).toBe(true);
    expect(model.isUpstream('Produces', 'dataJob', 'dataset')).toBe(false);
    expect(model.isUpstream('DownstreamOf', 'schemaField', 'schemaField')).toBe(true);
    expect(model.isUpstream('OwnedBy', 'dataset', 'corpuser')).toBeUndefined();
    expect(model.isUpstream('DownstreamOf', 'dataset', 'schemaField')).toBeUndefined();
  });
});
