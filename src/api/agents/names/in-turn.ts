/** Work that runs at once. */
const AT_ONCE = 4;

/** Results of work on each item, in order; a few run at once, so that one call does not hold up others. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let i = 0; i < items.length; i += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(i, i + AT_ONCE).map(work))));
  }
  return results;
}
