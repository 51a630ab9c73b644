import { nextTurn } from '../../../util/concurrency/next-turn.ts';

/** Elements that graphql-js completes in one turn of the event loop. */
const PER_TURN = 100;

/**
 * A list for graphql-js to complete: a long one as an iterable that yields to the event loop in between, because completing
 * many fields of thousands of entities takes longer than other requests should wait.
 */
export function unhurried<Element>(list: readonly Element[]): readonly Element[] | AsyncIterable<Element> {
  return list.length <= PER_TURN ? list : inTurns(list);
}

async function* inTurns<Element>(list: readonly Element[]): AsyncGenerator<Element> {
  for (const [index, element] of list.entries()) {
    if (index > 0 && index % PER_TURN === 0) await nextTurn();
    yield element;
  }
}
