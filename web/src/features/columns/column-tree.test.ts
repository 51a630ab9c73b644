import { describe, expect, it } from 'vitest';
import { inTreeOrder, unfolded, withParents } from './column-tree.ts';

const tree = (...paths: string[]) => inTreeOrder(paths.map((path) => ({ path })));
const shown = (columns: ReturnType<typeof tree>) => columns.map(({ name, level }) => `${level} ${name}`);

describe('the tree of columns', () => {
  it('puts nested columns after their parents', () => {
    expect(shown(tree('b.x', 'a', 'b', 'a.c.d', 'b.y'))).toEqual(['1 a', '2 c.d', '1 b', '2 x', '2 y']);
  });

  it('keeps dots in the names of top-level columns', () => {
    expect(shown(tree('a.b', 'c'))).toEqual(['1 a.b', '1 c']);
  });

  it('reads paths with types in them', () => {
    const columns = tree('[version=2.0].[type=struct].a', '[version=2.0].[type=struct].a.[type=string].b');
    expect(columns.map(({ name, shortPath, level }) => [name, shortPath, level])).toEqual([
      ['a', 'a', 1],
      ['b', 'a.b', 2],
    ]);
  });

  it('keeps columns of the same short path apart', () => {
    expect(shown(tree('[version=2.0].[type=int].a', '[version=2.0].[type=string].a'))).toEqual([
      '1 a',
      '1 a',
    ]);
  });

  it('hides the descendants of a folded column, and shows the ancestors of a match', () => {
    const columns = tree('a', 'a.b', 'a.b.c', 'd');
    expect(shown([...unfolded(columns, new Set(['a']))])).toEqual(['1 a', '1 d']);
    expect(shown([...withParents(columns, ({ name }) => name === 'c')])).toEqual(['1 a', '2 b', '3 c']);
  });
});
