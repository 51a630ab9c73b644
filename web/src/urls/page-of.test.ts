import { describe, expect, it } from 'vitest';
import { pageOf } from './page-of.ts';

describe('pageOf', () => {
  it.each([
    ['/search', '/search', {}],
    ['/properties/new', '/properties/new', {}],
    ['/properties/io.acme.retention/', '/properties/:name', { name: 'io.acme.retention' }],
    [
      '/dataset/urn%3Ali%3Adataset%3A%28a%2Fb%29',
      '/:type/:urn',
      { type: 'dataset', urn: 'urn:li:dataset:(a/b)' },
    ],
    ['/dataset/50%', '/:type/:urn', { type: 'dataset', urn: '50%' }],
    ['/chart/x/lineage', '/:type/:urn/lineage', { type: 'chart', urn: 'x' }],
  ])('finds the page of %s', (path, page, parameters) => {
    expect(pageOf(path)).toEqual({ page, parameters });
  });

  it('finds none for a path that no page has', () => {
    expect(pageOf('/a/b/c/d')).toBeUndefined();
  });
});
