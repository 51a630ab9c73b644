import { isObject } from '../is-object.ts';

/** Where a list is stored, and what it holds. */
interface Storage<Item> {
  /** Local storage key. */
  readonly key: string;
  /** Member of the stored object that holds the items. */
  readonly member: string;
  /** Maximum number of items kept. */
  readonly most: number;
  readonly isItem: (value: unknown) => value is Item;
}

/** A list that this browser keeps for the person who used it last. */
export class PersonalList<Item> {
  readonly #storage: Storage<Item>;

  constructor(storage: Storage<Item>) {
    this.#storage = storage;
  }

  /** The items of this person; none if the list is another person's, or cannot be read. */
  of(person: string): readonly Item[] {
    const { isItem, key, member } = this.#storage;
    const kept = parsed(localStorage.getItem(key) ?? '');
    const items = isObject(kept) && kept['person'] === person ? kept[member] : undefined;
    return Array.isArray(items) ? items.filter(isItem) : [];
  }

  /** Replaces the list by the first of these items. */
  keep(person: string, items: readonly Item[]): void {
    const { key, member, most } = this.#storage;
    localStorage.setItem(key, JSON.stringify({ person, [member]: items.slice(0, most) }));
  }

  /** Deletes the list. */
  clear(): void {
    localStorage.removeItem(this.#storage.key);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
