import { expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { sortedPairs } from './wanted-links.ts';

it('forms pairs in order, with a pause after each group before them', () => {
  const urns = ['a', 'b', 'c'].map((name) => parseUrn(`urn:li:tag:${name}`));
  const groups = urns.toReversed().map((source) => ({ type: 'T', sources: [source], destinations: urns }));
  const pairs = [...sortedPairs(groups, undefined)];
  expect(pairs.slice(0, groups.length)).toEqual(groups.map(() => undefined));
  const wanted = urns.flatMap((source) => urns.map((destination) => ['T', source, destination]));
  expect(pairs.slice(groups.length)).toEqual(wanted);
});
