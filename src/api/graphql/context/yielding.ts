import { inChunks } from '../../../util/concurrency/in-chunks.ts';

/** Elements that an execution completes in one turn of the event loop. */
const PER_TURN = 100;

/**
 * A list for an execution to complete, with `show` applied to each element. A long one is an iterable that yields to
 * the event loop in between: completing many fields of thousands of entities would block other requests for too long.
 */
export function yielding<Element, Shown>(
  list: readonly Element[],
  show: (element: Element) => Shown,
): readonly Shown[] | AsyncIterable<Shown> {
  return list.length <= PER_TURN ? list.map(show) : shownInTurns(list, show);
}

/**
 * A list for an execution to complete without conversion: a short one is returned itself, a long one yields to the
 * event loop in between.
 */
export function paced<Element>(list: readonly Element[]): readonly Element[] | AsyncIterable<Element> {
  return list.length <= PER_TURN ? list : shownInTurns(list, (element) => element);
}

/**
 * A list for an execution to complete, with `show` applied to each element, without null results. Yields to the event
 * loop in between if it is long.
 */
export function yieldingShown<Element, Shown>(
  list: readonly Element[],
  show: (element: Element) => Shown | null,
): readonly Shown[] | AsyncIterable<Shown> {
  return list.length <= PER_TURN ? shownOf(list, show) : keptInTurns(list, show);
}

async function* shownInTurns<Element, Shown>(
  list: readonly Element[],
  show: (element: Element) => Shown,
): AsyncGenerator<Shown> {
  for await (const slice of inChunks(list, PER_TURN)) yield* slice.map(show);
}

async function* keptInTurns<Element, Shown>(
  list: readonly Element[],
  show: (element: Element) => Shown | null,
): AsyncGenerator<Shown> {
  for await (const slice of inChunks(list, PER_TURN)) yield* shownOf(slice, show);
}

function shownOf<Element, Shown>(
  list: readonly Element[],
  show: (element: Element) => Shown | null,
): readonly Shown[] {
  return list.map(show).filter((shown) => shown !== null);
}
