/** An element before and after a change: undefined where there is none. */
export interface Pair<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** Pairs elements by key, in the order of the keys. Elements with equal keys are paired in order. */
export function pairByKey<T extends { readonly key: string }>(
  before: readonly T[],
  after: readonly T[],
): readonly Pair<T>[] {
  const [old, current] = [sorted(before), sorted(after)];
  const pairs: Pair<T>[] = [];
  for (let i = 0, j = 0; i < old.length || j < current.length;) {
    const [was, is] = [old[i], current[j]];
    const isRemoved = was !== undefined && (is === undefined || was.key < is.key);
    const isNew = is !== undefined && (was === undefined || is.key < was.key);
    pairs.push({ before: isNew ? undefined : was, after: isRemoved ? undefined : is });
    if (!isNew) i++;
    if (!isRemoved) j++;
  }
  return pairs;
}

function sorted<T extends { readonly key: string }>(elements: readonly T[]): readonly T[] {
  return elements.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
