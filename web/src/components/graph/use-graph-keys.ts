import type { KeyboardEvent, RefObject } from 'react';
import { nearestNode, type NodePlace } from './nearest-node.ts';
import type { GraphView } from './use-graph-view.ts';

/** Pixels by which an arrow key moves. */
const STEP = 60;

type Node = NodePlace & { readonly id: string };

/** Keys of a graph: on its frame they pan, zoom and enter it, on a node they move to others. */
export function useGraphKeys(
  frame: RefObject<HTMLElement | null>,
  {
    nodes,
    middle,
    move,
    zoom,
    fit,
  }: Pick<GraphView, 'move' | 'zoom' | 'fit'> & {
    readonly nodes: readonly Node[];
    readonly middle: Node | undefined;
  },
): (event: KeyboardEvent) => void {
  const focusOn = (node: Node | undefined): void => {
    const shown = [...(frame.current?.querySelectorAll<HTMLElement>('[data-node]') ?? [])];
    shown
      .find(({ dataset }) => dataset['node'] === node?.id)
      ?.querySelector<HTMLElement>('a, button')
      ?.focus();
  };
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (event.target === event.currentTarget) {
      const enter = (): void => {
        focusOn(middle);
      };
      const act = { ...keys(move, zoom, fit), Enter: enter }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
      return;
    }
    const id = event.target.closest<HTMLElement>('[data-node]')?.dataset['node'];
    const from = nodes.find((node) => node.id === id);
    if (!from || !(event.key.startsWith('Arrow') || event.key === 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Escape') frame.current?.focus();
    else focusOn(nearestNode(from, nodes, event.key));
  };
}

function keys(
  move: (x: number, y: number) => void,
  zoom: (factor: number) => void,
  fit: () => void,
): Readonly<Record<string, () => void>> {
  return {
    ArrowLeft: () => {
      move(STEP, 0);
    },
    ArrowRight: () => {
      move(-STEP, 0);
    },
    ArrowUp: () => {
      move(0, STEP);
    },
    ArrowDown: () => {
      move(0, -STEP);
    },
    '+': () => {
      zoom(1.25);
    },
    '=': () => {
      zoom(1.25);
    },
    '-': () => {
      zoom(0.8);
    },
    '0': fit,
  };
}
