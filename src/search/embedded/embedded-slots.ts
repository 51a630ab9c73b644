import { PRIVATE_FOLDER, makePrivate } from '../../util/private-files.ts';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CanResume, IndexSlot, IndexSlots } from '../index-slots.ts';
import { openEmbeddedIndex, type EmbeddedIndexOptions } from './open-embedded-index.ts';
import { POINTER_FILE, readPointer, writePointer, type NumberedIndex } from './snapshot/pointer.ts';

/** Options of the embedded indexes of a catalog. */
export interface EmbeddedSlotsOptions extends Omit<EmbeddedIndexOptions, 'folder' | 'opening'> {
  /** Folder with a subfolder for each index; undefined: memory only. */
  readonly root: string | undefined;
  /** Version of the documents (`documentsVersion`); an index built with another one is outdated. */
  readonly documents: string;
}

/** Distinct openings per ms, by index number. */
const OPENINGS_PER_MS = 1024;

/**
 * Stores each index in a numbered folder; a pointer file names the one in use and the one being built, with the versions of
 * their documents.
 */
export class EmbeddedSlots implements IndexSlots {
  readonly #options: EmbeddedSlotsOptions;
  #lastNumber = 0;
  /** The index in use, as the pointer names it. */
  #inUse: NumberedIndex | undefined;
  /** Number of an unfinished index that is not open. */
  #unfinished: number | undefined;

  constructor(options: EmbeddedSlotsOptions) {
    this.#options = options;
  }

  async openCurrent(): Promise<IndexSlot> {
    const { documents, root } = this.#options;
    if (root === undefined) return this.openNext();
    await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER });
    // Earlier versions created it readable for all users.
    makePrivate(root);
    const pointer = await readPointer(root);
    const { number, documents: made, next } = pointer ?? { number: 1, documents };
    this.#inUse = { number, documents: made };
    this.#unfinished = next?.documents === documents ? next.number : undefined;
    this.#lastNumber = Math.max(number, next?.number ?? 0);
    await removeOthers(root, pointer === undefined ? [] : [number, this.#unfinished]);
    const isOutdated = made !== documents;
    const opened = await this.#open(number, isOutdated);
    if (opened.index.position() > 0) return opened;
    if (!isOutdated || opened.index.fillProgress() === undefined) {
      // An empty index, new or reset after damage, will be filled by this version.
      await opened.adopt();
      return { ...opened, isOutdated: false };
    }
    await opened.remove();
    const empty = await this.#open(++this.#lastNumber, false);
    await empty.adopt();
    return empty;
  }

  async openNext(canResume: CanResume = () => Promise.resolve(false)): Promise<IndexSlot> {
    const unfinished = await this.#openUnfinished();
    if (unfinished !== undefined) {
      if (await canResume(unfinished.index)) return unfinished;
      await unfinished.remove();
    }
    const number = ++this.#lastNumber;
    const { documents, root } = this.#options;
    if (root !== undefined && this.#inUse !== undefined) {
      await writePointer(root, { ...this.#inUse, next: { number, documents } });
    }
    return this.#open(number, false);
  }

  async #openUnfinished(): Promise<IndexSlot | undefined> {
    const number = this.#unfinished;
    this.#unfinished = undefined;
    return number === undefined ? undefined : this.#open(number, false);
  }

  async #open(number: number, isOutdated: boolean): Promise<IndexSlot> {
    const { documents, root, ...options } = this.#options;
    const folder = root === undefined ? undefined : join(root, String(number));
    const opening = options.now() * OPENINGS_PER_MS + (number % OPENINGS_PER_MS);
    const index = await openEmbeddedIndex({ ...options, folder, opening });
    return {
      index,
      images: index,
      isOutdated,
      adopt: async () => {
        this.#inUse = { number, documents };
        if (root !== undefined) await writePointer(root, this.#inUse);
      },
      remove: async () => {
        await index[Symbol.asyncDispose]();
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      },
      leave: async () => {
        await index[Symbol.asyncDispose]();
        if (root !== undefined) this.#unfinished = number;
      },
    };
  }
}

/** Removes leftovers of killed processes: indexes that had just been replaced, or that cannot be resumed. */
async function removeOthers(root: string, numbers: readonly (number | undefined)[]): Promise<void> {
  const kept = [POINTER_FILE, ...numbers.map(String)];
  for (const name of await readdir(root)) {
    if (!kept.includes(name)) await rm(join(root, name), { recursive: true, force: true });
  }
}
