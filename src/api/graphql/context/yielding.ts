import { defaultFieldResolver, type GraphQLFieldResolver } from 'graphql';
import { inChunks } from '../../../util/concurrency/in-chunks.ts';

/** Elements that graphql-js completes in one turn of the event loop. */
const PER_TURN = 100;

/**
 * A list for graphql-js to complete, each element as `show` makes it: a long one as an iterable that yields to the event
 * loop in between, because completing many fields of thousands of entities takes longer than other requests should wait.
 */
export function yielding<Element, Shown>(
  list: readonly Element[],
  show: (element: Element) => Shown,
): readonly Shown[] | AsyncIterable<Shown> {
  return list.length <= PER_TURN ? list.map(show) : shownInTurns(list, show);
}

/** Like {@link yielding}, for elements that need no conversion: a short list is returned itself. */
export function paced<Element>(list: readonly Element[]): readonly Element[] | AsyncIterable<Element> {
  return list.length <= PER_TURN ? list : shownInTurns(list, (element) => element);
}

/** Like {@link yielding}, without the elements for which `show` returns null. */
export function yieldingShown<Element, Shown>(
  list: readonly Element[],
  show: (element: Element) => Shown | null,
): readonly Shown[] | AsyncIterable<Shown> {
  return list.length <= PER_TURN ? shownOf(list, show) : keptInTurns(list, show);
}

/** The default resolver of graphql-js, except that long lists are {@link paced}. */
export const resolveYielding: GraphQLFieldResolver<unknown, unknown> = (...field) => {
  const value: unknown = defaultFieldResolver(...field);
  return Array.isArray(value) ? paced<unknown>(value) : value;
};

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
