import { expect, it } from 'vitest';
import { sortedByName } from './sorted-by-name.ts';

it.each([
  { title: 'case does not count', names: ['alpha', 'Beta', 'gamma'] },
  { title: 'numbers by their value', names: ['level 2', 'Level 10', 'level 100'] },
  { title: 'accents beside their letters', names: ['Ärger', 'Berg 2', 'Berg 10', 'Zoo'] },
])('$title', ({ names }) => {
  const items = names.map((name) => ({ name, urn: name }));
  expect(sortedByName(items.toReversed()).map(({ name }) => name)).toEqual(names);
});

it('urns decide between equal names', () => {
  const items = ['urn:b', 'urn:a'].map((urn) => ({ name: 'Team', urn }));
  expect(sortedByName(items).map(({ urn }) => urn)).toEqual(['urn:a', 'urn:b']);
});
