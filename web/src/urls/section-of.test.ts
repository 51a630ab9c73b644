import { describe, expect, it } from 'vitest';
import { sectionOf } from './section-of.ts';

describe('the section of a page', () => {
  it.each([
    ['/people', '/people'],
    ['/policies/new', '/people'],
    ['/corpuser/urn%3Ali%3Acorpuser%3Aada', '/people'],
    ['/properties/io.acme.team/edit', '/properties'],
    ['/audit', '/operations'],
    ['/browse/tags', '/browse'],
    ['/tag/urn%3Ali%3Atag%3Ax', '/browse'],
    ['/dataset/x', '/dataset'],
    ['/', '/'],
  ])('%s is %s', (path, section) => {
    expect(sectionOf(path)).toBe(section);
  });
});
