import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../util/json.ts';
import { joinPaths, visitPaths } from './value-paths.ts';

function visited(paths: readonly string[], value: JsonValue): [string, JsonValue][] {
  const tree = joinPaths(paths.map((path) => ({ path: path.split('/').filter(Boolean), target: path })));
  const found: [string, JsonValue][] = [];
  visitPaths(tree, value, (target, at) => found.push([target, at]));
  return found;
}

describe('visitPaths', () => {
  it('visits members and elements of several paths at once', () => {
    const value = { tags: [{ tag: 'a' }, { tag: 'b', context: 'c' }], name: 'n' };
    expect(visited(['name', 'tags/*/tag', 'tags/*/context'], value)).toEqual([
      ['name', 'n'],
      ['tags/*/tag', 'a'],
      ['tags/*/tag', 'b'],
      ['tags/*/context', 'c'],
    ]);
  });

  it('visits a value and what is below it', () => {
    expect(visited(['a', 'a/b'], { a: { b: 1 } })).toEqual([
      ['a', { b: 1 }],
      ['a/b', 1],
    ]);
  });

  it('steps into arrays of arrays and into union members', () => {
    expect(
      visited(['x/*/*', 'u/com.linkedin.T/v'], { x: [['a'], [], ['b']], u: { 'com.linkedin.T': { v: 1 } } }),
    ).toEqual([
      ['x/*/*', 'a'],
      ['x/*/*', 'b'],
      ['u/com.linkedin.T/v', 1],
    ]);
  });

  it('ignores values that are absent, null or of another shape', () => {
    expect(visited(['a/*/b', 'c/d', 'e'], { a: { b: 1 }, c: ['d'], e: null })).toEqual([]);
  });
});
