/** Returns the next item of an ordered stream; undefined after the last. */
export type Stream<T> = () => T | undefined;

/** Merges ordered streams and returns `count` items after skipping `skip`. */
export function takeMerged<T>(
  streams: readonly Stream<T>[],
  compare: (a: T, b: T) => number,
  skip: number,
  count: number,
): T[] {
  const heads = streams.flatMap((next) => {
    const item = next();
    return item === undefined ? [] : [{ item, next }];
  });
  heads.sort((a, b) => compare(a.item, b.item));
  const taken: T[] = [];
  for (let i = 0; taken.length < count; i++) {
    const head = heads.shift();
    if (head === undefined) break;
    if (i >= skip) taken.push(head.item);
    const item = head.next();
    if (item === undefined) continue;
    // Most items come from one large stream, so the insertion point is usually at the front.
    let place = 0;
    for (let other = heads[place]; other !== undefined && compare(other.item, item) < 0; other = heads[place])
      place++;
    heads.splice(place, 0, { item, next: head.next });
  }
  return taken;
}

/** A stream of the items of a list. */
export function streamOf<T>(items: readonly T[]): Stream<T> {
  let at = 0;
  return () => items[at++];
}
