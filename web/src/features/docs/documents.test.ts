import { describe, expect, it } from 'vitest';
import { anchorOf, documentPath } from './documents.ts';

describe('links between documents', () => {
  it.each([
    ['search.md', '/docs/search'],
    ['../privileges.md', '/docs/privileges'],
    ['guide/README.md#fill', '/docs/guide#fill'],
    ['#begin', '#begin'],
    ['adr/0001-records.md', undefined],
    ['https://example.org/search.md', undefined],
    ['javascript:alert(1)', undefined],
  ])('%s leads to %s', (href, path) => {
    expect(documentPath(href)).toBe(path);
  });

  it('have the anchors of GitHub', () => {
    expect(anchorOf('As it was: reads at a point in time')).toBe('as-it-was-reads-at-a-point-in-time');
  });
});
