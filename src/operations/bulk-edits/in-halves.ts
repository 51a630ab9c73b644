import { CatalogError } from '../../errors.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';

/** Maximum items of one commit: few enough that other requests wait only for milliseconds. */
export const PER_COMMIT = 200;

/** Error codes that concern one item; others end the whole edit. */
const OF_ITEM: ReadonlySet<string> = new Set<CatalogError['code']>([
  'INVALID_REQUEST',
  'VALIDATION',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION',
  'TOO_LARGE',
]);

/**
 * Writes items in as few commits as possible, each all or none. If an item is refused, finds it by bisection and
 * writes the others; yields to other work in between. Throws errors that do not concern an item.
 */
export async function writeInHalves<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<void>,
  refuse: (item: Item, error: CatalogError) => Promise<void> | void,
): Promise<void> {
  const [only] = items;
  if (only === undefined) return;
  try {
    await write(items);
  } catch (error) {
    if (!(error instanceof CatalogError) || !OF_ITEM.has(error.code)) throw error;
    if (items.length === 1) return refuse(only, error);
    const middle = Math.ceil(items.length / 2);
    await nextTurn();
    await writeInHalves(items.slice(0, middle), write, refuse);
    await nextTurn();
    await writeInHalves(items.slice(middle), write, refuse);
  }
}
