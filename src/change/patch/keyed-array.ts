interface Entry<T> {
  readonly keys: readonly string[];
  /** Position among all entries. Entries that replaced one element share its position. */
  readonly order: number;
  element: T;
}

interface Branch<T> {
  readonly below: Map<string, Branch<T>>;
  readonly entries: Entry<T>[];
}

/** An element with its keys, one per level. */
export interface KeyedElement<T> {
  readonly keys: readonly string[];
  readonly element: T;
}

/**
 * An array whose elements are addressed by keys of one or more levels. It preserves order: a replacement takes the
 * position of the replaced element, new elements are appended. Elements with equal keys are kept until an operation
 * addresses these keys.
 */
export class KeyedArray<T> {
  #root: Branch<T> = newBranch();
  #next = 0;

  /** Adds an element at the end. */
  append(keys: readonly string[], element: T): void {
    this.#insert(keys, element, this.#next++);
  }

  /** Whether any element has this key prefix. */
  has(prefix: readonly string[]): boolean {
    const branch = this.#find(prefix);
    return branch !== undefined && (branch.entries.length > 0 || branch.below.size > 0);
  }

  /** The elements with this key prefix, in array order. */
  elements(prefix: readonly string[]): KeyedElement<T>[] {
    return this.#entries(prefix);
  }

  /** The last element with exactly these keys; undefined when there is none. */
  last(keys: readonly string[]): KeyedElement<T> | undefined {
    return this.#find(keys)?.entries.at(-1);
  }

  /** Removes all elements with this key prefix. */
  remove(prefix: readonly string[]): void {
    const key = prefix.at(-1);
    if (key === undefined) {
      this.#root = newBranch();
      return;
    }
    const path = [this.#root];
    for (const step of prefix) {
      const branch = path.at(-1)?.below.get(step);
      if (branch === undefined) return;
      path.push(branch);
    }
    // Prune empty branches: `has` would report their keys as existing.
    for (let level = prefix.length; level > 0; level--) {
      const parent = path[level - 1];
      const branch = path[level];
      const isEmpty = level === prefix.length || (branch?.below.size === 0 && branch.entries.length === 0);
      if (isEmpty) parent?.below.delete(prefix[level - 1] ?? key);
    }
  }

  /** Replaces all elements with this key prefix by the given ones, at the position of the first; else appends them. */
  replace(prefix: readonly string[], elements: readonly KeyedElement<T>[]): void {
    const [first] = this.#entries(prefix);
    this.remove(prefix);
    for (const { keys, element } of elements) {
      const order = first === undefined || prefix.length === 0 ? this.#next++ : first.order;
      this.#insert(keys, element, order);
    }
  }

  /** Replaces the last element with exactly these keys; does nothing when there is none. */
  updateLast(keys: readonly string[], element: T): void {
    const entry = this.#find(keys)?.entries.at(-1);
    if (entry !== undefined) entry.element = element;
  }

  #insert(keys: readonly string[], element: T, order: number): void {
    let branch = this.#root;
    for (const key of keys) {
      const next = branch.below.get(key) ?? newBranch<T>();
      branch.below.set(key, next);
      branch = next;
    }
    branch.entries.push({ keys, order, element });
  }

  #find(prefix: readonly string[]): Branch<T> | undefined {
    let branch: Branch<T> | undefined = this.#root;
    for (const key of prefix) branch = branch?.below.get(key);
    return branch;
  }

  #entries(prefix: readonly string[]): Entry<T>[] {
    const found: Entry<T>[] = [];
    const branch = this.#find(prefix);
    if (branch !== undefined) collect(branch, found);
    return found.sort((a, b) => a.order - b.order);
  }
}

function newBranch<T>(): Branch<T> {
  return { below: new Map(), entries: [] };
}

function collect<T>(branch: Branch<T>, found: Entry<T>[]): void {
  for (const entry of branch.entries) found.push(entry);
  for (const below of branch.below.values()) collect(below, found);
}
