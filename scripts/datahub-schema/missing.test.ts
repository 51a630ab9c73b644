import { expect, it } from 'vitest';
import {
  UNSUPPORTED_MUTATIONS,
  UNSUPPORTED_QUERIES,
} from '../../src/api/graphql/resolvers/administration/unsupported-fields.ts';
import { SEMANTIC_SEARCH_QUERIES } from '../../src/api/graphql/resolvers/search/semantic-search.ts';
import { EMPTY, MISSING, REFUSED } from './missing.ts';
import { datahubNames, missingNames } from './read-names.ts';

const LISTED = MISSING.flatMap(({ names }) => names);

it("every name of DataHub's schema exists, or is missing for a reason", () => {
  expect(missingNames().filter((name) => !LISTED.includes(name))).toEqual([]);
});

it('every name that is listed as missing is missing, and listed once', () => {
  const missing = missingNames();
  expect(LISTED.filter((name) => !missing.includes(name))).toEqual([]);
  expect(new Set(LISTED).size).toBe(LISTED.length);
});

it("every field that always fails or is always empty is in DataHub's schema", () => {
  const names = new Set(datahubNames());
  expect([...Object.keys(REFUSED), ...Object.keys(EMPTY)].filter((name) => !names.has(name))).toEqual([]);
});

it('every field that always fails is listed', () => {
  const queries = Object.keys({ ...UNSUPPORTED_QUERIES, ...SEMANTIC_SEARCH_QUERIES });
  const failing = [
    ...queries.map((name) => `Query.${name}`),
    ...Object.keys(UNSUPPORTED_MUTATIONS).map((name) => `Mutation.${name}`),
  ];
  expect(Object.keys(REFUSED).toSorted()).toEqual(failing.toSorted());
});
