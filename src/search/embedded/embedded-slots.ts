import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexSlot, IndexSlots } from '../index-slots.ts';
import { openEmbeddedIndex } from './open-embedded-index.ts';
import type { EmbeddedIndexOptions } from './open-embedded-index.ts';
import { POINTER_FILE, readPointer, writePointer } from './snapshot/pointer.ts';

/** Options of the embedded indexes of a catalog. */
export interface EmbeddedSlotsOptions extends Omit<EmbeddedIndexOptions, 'folder' | 'opening'> {
  /** Folder with a subfolder for each index; undefined: memory only. */
  readonly root: string | undefined;
  /** Version of the documents (`documentsVersion`); an index built with another one is outdated. */
  readonly documents: string;
}

/** Distinct openings per ms, by index number. */
const OPENINGS_PER_MS = 1024;

/** Stores each index in a numbered folder; a pointer file names the one in use and the version of its documents. */
export class EmbeddedSlots implements IndexSlots {
  readonly #options: EmbeddedSlotsOptions;
  #lastNumber = 0;

  constructor(options: EmbeddedSlotsOptions) {
    this.#options = options;
  }

  async openCurrent(): Promise<IndexSlot> {
    const { documents, root } = this.#options;
    if (root === undefined) return this.openNext();
    await mkdir(root, { recursive: true });
    const pointer = await readPointer(root);
    await removeOthers(root, pointer?.number);
    this.#lastNumber = pointer?.number ?? 0;
    const isOutdated = pointer !== undefined && pointer.documents !== documents;
    const opened = await this.#open(pointer?.number ?? ++this.#lastNumber, isOutdated);
    // An empty index, new or reset after damage, is going to be filled by this version.
    if (opened.index.position() > 0) return opened;
    await opened.adopt();
    return { ...opened, isOutdated: false };
  }

  openNext(): Promise<IndexSlot> {
    return this.#open(++this.#lastNumber, false);
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
        if (root !== undefined) await writePointer(root, { number, documents });
      },
      remove: async () => {
        await index[Symbol.asyncDispose]();
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      },
    };
  }
}

/** Removes leftovers of killed processes: indexes that were never put in use, or had just been replaced. */
async function removeOthers(root: string, number: number | undefined): Promise<void> {
  const kept = number === undefined ? [] : [POINTER_FILE, String(number)];
  for (const name of await readdir(root)) {
    if (!kept.includes(name)) await rm(join(root, name), { recursive: true, force: true });
  }
}
