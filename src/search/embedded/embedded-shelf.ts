import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexShelf, ShelvedIndex } from '../index-shelf.ts';
import { openEmbeddedIndex } from './open-embedded-index.ts';
import type { EmbeddedIndexOptions } from './open-embedded-index.ts';
import { POINTER_FILE, readPointer, writePointer } from './snapshot/pointer.ts';

/** Where indexes live and what they are handed. */
export interface EmbeddedShelfOptions extends Omit<EmbeddedIndexOptions, 'folder' | 'opening'> {
  /** Folder that holds a folder for each index; undefined: memory only. */
  readonly root: string | undefined;
  /** What makes documents: those of an index that was begun with another one are outdated. */
  readonly documents: string;
}

/** Openings of one ms that differ by the number of their index. */
const OPENINGS_PER_MS = 1024;

/** Keeps each index in a numbered folder; a file says which one is in use, and whose documents it holds. */
export class EmbeddedShelf implements IndexShelf {
  readonly #options: EmbeddedShelfOptions;
  #lastNumber = 0;

  constructor(options: EmbeddedShelfOptions) {
    this.#options = options;
  }

  async openCurrent(): Promise<ShelvedIndex> {
    const { documents, root } = this.#options;
    if (root === undefined) return this.openNext();
    await mkdir(root, { recursive: true });
    const pointer = await readPointer(root);
    await removeOthers(root, pointer?.number);
    this.#lastNumber = pointer?.number ?? 0;
    const isOutdated = pointer !== undefined && pointer.documents !== documents;
    const opened = await this.#open(pointer?.number ?? ++this.#lastNumber, isOutdated);
    // An index that is empty, new or damaged, will be filled by this version.
    if (opened.index.position() > 0) return opened;
    await opened.adopt();
    return { ...opened, isOutdated: false };
  }

  openNext(): Promise<ShelvedIndex> {
    return this.#open(++this.#lastNumber, false);
  }

  async #open(number: number, isOutdated: boolean): Promise<ShelvedIndex> {
    const { documents, root, ...options } = this.#options;
    const folder = root === undefined ? undefined : join(root, String(number));
    const opening = options.now() * OPENINGS_PER_MS + (number % OPENINGS_PER_MS);
    const index = await openEmbeddedIndex({ ...options, folder, opening });
    return {
      index,
      isOutdated,
      adopt: async () => {
        if (root !== undefined) await writePointer(root, { number, documents });
      },
      remove: async () => {
        await index[Symbol.asyncDispose]();
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      },
    };
  }
}

/** Removes what a killed process has left: indexes that never came into use, or had just been replaced. */
async function removeOthers(root: string, number: number | undefined): Promise<void> {
  const kept = number === undefined ? [] : [POINTER_FILE, String(number)];
  for (const name of await readdir(root)) {
    if (!kept.includes(name)) await rm(join(root, name), { recursive: true, force: true });
  }
}
