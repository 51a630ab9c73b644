import { describe, expect, it } from 'vitest';
import { nearestNode } from './nearest-node.ts';

const at = (id: string, x: number, y: number) => ({ id, x, y, width: 200, height: 100 });
const START = at('start', 0, 0);
const NODES = [
  START,
  at('near', 300, 150),
  at('far', 600, 0),
  at('behind', -300, 40),
  at('above', 0, -150),
  at('below', 0, 150),
  at('deep', 0, 300),
];

describe('an arrow key in a graph', () => {
  it.each([
    ['ArrowRight', 'near'],
    ['ArrowLeft', 'behind'],
    ['ArrowUp', 'above'],
    ['ArrowDown', 'below'],
    ['Enter', undefined],
  ])('%s leads to the nearest node ahead', (key, id) => {
    expect(nearestNode(START, NODES, key)?.id).toBe(id);
  });

  it('leads nowhere at the end, and not to another column from the last of one', () => {
    expect(nearestNode(at('last', 600, 0), NODES, 'ArrowRight')).toBeUndefined();
    expect(nearestNode(at('deep', 0, 300), NODES, 'ArrowDown')).toBeUndefined();
  });

  it('prefers the node at the same height', () => {
    expect(nearestNode(START, [at('level', 300, 0), at('lower', 290, 100)], 'ArrowRight')?.id).toBe('level');
  });
});
