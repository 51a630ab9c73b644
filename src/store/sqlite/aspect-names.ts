import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { integer, text } from '../rows/stored-rows.ts';

/** Names of aspects and their numbers in the rows, which never change. */
export class AspectNames {
  readonly #one: StatementSync;
  readonly #all: StatementSync;
  readonly #names = new Map<number, string>();
  readonly #ids = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#one = database.prepare('SELECT id FROM aspect_name WHERE name = ?');
    this.#all = database.prepare('SELECT id, name FROM aspect_name');
  }

  /** The number of an aspect; undefined if no row of it was ever stored. */
  idOf(name: string): number | undefined {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    // One row: callers repeatedly request aspects that were never stored.
    const row = this.#one.get(name);
    const id = row && integer(row, 'id');
    if (id !== undefined) this.#ids.set(name, id);
    return id;
  }

  /** The name of an aspect by its number; throws when the store has none. */
  nameOf(id: number): string {
    if (!this.#names.has(id)) this.#load();
    const name = this.#names.get(id);
    if (name === undefined) throw new Error(`The store has no aspect name with id ${id}.`);
    return name;
  }

  #load(): void {
    for (const row of this.#all.all()) this.#names.set(integer(row, 'id'), text(row, 'name'));
  }
}
