import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Tomáš Novák', 'TN'],
  ['tomas.novak', 'TN'],
  ['Anna van der Berg', 'AB'],
  ['root', 'RO'],
  ['Ž', 'Ž'],
  ['𝒜lice', '𝒜L'],
  ['', '?'],
  ['(unknown)', '?'],
])('shortens %j to %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
