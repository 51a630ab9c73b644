import { expect, it } from 'vitest';
import { withNames } from './with-names.ts';

it('replaces only the parts that a reason lists, longest first', () => {
  const names = new Map([
    ['urn:li:tag:a', 'A'],
    ['urn:li:tag:ab', 'urn:li:tag:a'],
    ['EDIT_ENTITY', 'Edit Entity'],
    ['EDIT_ENTITY_TAGS', 'Edit Tags'],
  ]);
  const text =
    'EDIT_ENTITY_TAGS or EDIT_ENTITY on urn:li:tag:ab (urn:li:tag:a), not urn:li:tag:x of VIEW_ENTITY.';
  expect(withNames(text, names)).toBe(
    'Edit Tags or Edit Entity on urn:li:tag:a (A), not urn:li:tag:x of VIEW_ENTITY.',
  );
});
