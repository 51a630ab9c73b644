import type { MetadataChange } from '../change/metadata-change.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { PropertyGeneration, RemovalProgress } from '../model/property-generation.ts';
import { EVERYTHING } from '../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { holdsAssignment } from '../search/assignment-field.ts';
import type { Hit, Query, SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';

/** What the removal works with. */
export interface RemovalParts {
  readonly store: MetadataStore;
  readonly index: SearchIndex;
  readonly change: Pick<MetadataChange, 'ingest'>;
  /** Entity types that can hold property values. */
  readonly entityTypes: readonly string[];
  /** Who the patches are from. */
  readonly actor: Urn;
  /** Epoch ms. */
  readonly now: () => number;
  /** Lets requests go first between two pages. */
  readonly pause: () => Promise<void>;
  /** Told when a pass ends in an error; the next wake-up tries again. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Entities patched in one commit: small, because the decision about a page is one step of the event loop. */
const PAGE = 100;

/** Entities between two notes of the progress, whole pages: a note is a commit of its own, which waits for the disk. */
const NOTE_EVERY = 1000;

/** How long the index keeps the place of a page, in ms. */
const KEEP_ALIVE = 600_000;

/**
 * Removes the values of lives that have ended (a definition was deleted, or broken) from every entity, by patches like
 * anybody's. The values are invisible from the commit that ended the life, so nothing depends on when this is done.
 *
 * What is to be done is recorded with the life itself, in the commit that ended it, and what is left is what the
 * index still finds: after a crash the job goes on where it was. A patch states nothing; rewriting the row is what
 * drops dead assignments, so no newer value can be touched, whoever writes at the same time.
 */
export class PropertyValueRemoval implements AsyncDisposable {
  readonly #parts: RemovalParts;
  #running: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #isStopped = false;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  /** Looks for lives that have ended; to be called at the start and whenever a property has changed. */
  wake(): void {
    if (this.#isWaiting || this.#isStopped) return;
    this.#isWaiting = true;
    this.#running = this.#running.then(() => {
      this.#isWaiting = false;
      return this.#removeAll();
    });
  }

  /** Resolves when nothing is left to remove of what has been woken for. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Ends after the page at hand. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #removeAll(): Promise<void> {
    const lives = await this.#parts.store.reader.generations();
    for (const life of lives) {
      if (this.#isStopped) return;
      if (life.ended === undefined || life.removal?.finishedAt !== undefined) continue;
      try {
        await this.#remove(life);
      } catch (error) {
        this.#parts.warn(`Removing the values of ${life.propertyUrn} was interrupted.`, error);
      }
    }
  }

  async #remove(life: PropertyGeneration): Promise<void> {
    const { entityTypes, index, now } = this.#parts;
    const query: Query = { entityTypes, where: holdsAssignment(life.propertyUrn, life.generation) };
    let left = await index.count(query, EVERYTHING);
    const begun = life.removal ?? { found: left, patched: 0, startedAt: now() };
    await this.#note(life, begun);
    while (left > 0 && !this.#isStopped) {
      await this.#pass(query, (patched) =>
        this.#note(life, { ...begun, patched: begun.found - left + patched }),
      );
      const before = left;
      left = await index.count(query, EVERYTHING);
      if (left >= before) throw new Error(`${left} entities kept a value of ${life.propertyUrn}.`);
    }
    if (left === 0) await this.#note(life, { ...begun, patched: begun.found, finishedAt: now() });
  }

  /** Patches every entity that holds a value now. */
  async #pass(query: Query, tell: (patched: number) => Promise<void>): Promise<void> {
    const { change, actor, index, pause } = this.#parts;
    let after: string | undefined;
    let patched = 0;
    do {
      const place = after === undefined ? {} : { after };
      const page = await index.search(
        { ...query, sort: [], from: 0, size: PAGE, keepAliveMs: KEEP_ALIVE, ...place },
        EVERYTHING,
      );
      if (page.hits.length === 0) return;
      await change.ingest(actor, page.hits.map(pruning));
      patched += page.hits.length;
      if (patched % NOTE_EVERY === 0) await tell(patched);
      await pause();
      after = page.next;
    } while (after !== undefined && !this.#isStopped);
  }

  async #note({ propertyUrn, generation }: PropertyGeneration, removal: RemovalProgress): Promise<void> {
    const created = { time: this.#parts.now(), actor: this.#parts.actor };
    const writes = [{ kind: 'noteRemoval' as const, propertyUrn, generation, removal }];
    await this.#parts.store.commit(() => ({ writes, entries: [], created, result: undefined }));
  }
}

/** A patch that changes nothing that anybody sees. */
function pruning({ urn }: Hit): MetadataChangeProposal {
  const { assignmentAspect: aspectName } = STRUCTURED_PROPERTY;
  return { urn, aspectName, changeType: 'PATCH', patch: { operations: [] } };
}
