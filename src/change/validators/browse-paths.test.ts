import { expect, it } from 'vitest';
import { FakeState, aspectChange, messagesOf, ruleContext } from '../../../test/support/memory/fake-state.ts';
import { datasetUrn } from '../../../test/support/catalog-client.ts';
import { MOST_PATHS, MOST_PATH_STEPS } from '../../model/aspects/browse-path-limits.ts';
import type { JsonObject } from '../../util/json.ts';
import { browsePaths } from './browse-paths.ts';

function failures(aspectName: string, after: JsonObject, before?: JsonObject): readonly string[] {
  const change = aspectChange({ urn: datasetUrn('a'), aspectName, after, ...(before && { before }) });
  return messagesOf(change, browsePaths.check(change, ruleContext(new FakeState())));
}

const old = (...paths: readonly string[]): JsonObject => ({ paths });
const entries = (steps: number): JsonObject => ({
  path: Array.from({ length: steps }, (_, i) => ({ id: `s${i}` })),
});
const deep = '/a'.repeat(MOST_PATH_STEPS + 1);

it('may reach the limits of depth and number', () => {
  expect(
    failures('browsePaths', old(...Array.from({ length: MOST_PATHS }, () => '/a'.repeat(MOST_PATH_STEPS)))),
  ).toEqual([]);
  expect(failures('browsePaths', old('///a//b/'))).toEqual([]);
  expect(failures('browsePathsV2', entries(MOST_PATH_STEPS))).toEqual([]);
});

it('may not exceed the maximum depth', () => {
  expect(failures('browsePaths', old('/a', deep))).toEqual([
    '/paths/1 of browsePaths has 101 steps, more than 100. Use a shorter path.',
  ]);
  expect(failures('browsePathsV2', entries(MOST_PATH_STEPS + 1))).toEqual([
    '/path of browsePathsV2 has 101 steps, more than 100. Use a shorter path.',
  ]);
  expect(failures('browsePaths', old(...Array.from({ length: MOST_PATHS }, () => deep)))).toHaveLength(3);
});

it('may not exceed the maximum number', () => {
  expect(failures('browsePaths', old(...Array.from({ length: MOST_PATHS + 1 }, () => '/a')))).toEqual([
    '/paths of browsePaths has 1001 paths, more than 1000. Remove some.',
  ]);
});

it('stay when they are already stored', () => {
  expect(failures('browsePaths', old(deep, '/a'), old(deep))).toEqual([]);
  expect(failures('browsePathsV2', entries(300), entries(300))).toEqual([]);
  expect(failures('browsePathsV2', entries(301), entries(300))).toHaveLength(1);
});
