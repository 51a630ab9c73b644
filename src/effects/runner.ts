import type { Sequence } from '../model/sequence.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { Commit, EntityPage, EntityRows, MetadataStore } from '../store/metadata-store.ts';
import type { ReadDocuments } from './index-documents.ts';

/** What the runner brings up to date. */
export interface EffectsParts {
  readonly store: MetadataStore;
  readonly index: SearchIndex;
  readonly readDocuments: ReadDocuments;
  /** Reads the state of these properties anew. */
  readonly refreshProperties: (urns: readonly Urn[]) => Promise<void>;
  /** Told after a commit that changed properties has taken effect. */
  readonly propertiesChanged: () => void;
}

/** Commits taken from the log at a time while catching up, and entities while rebuilding. */
const PAGE = 500;

/**
 * Follows the change log: what is derived from the store (the property directory, the index) is brought up to each
 * commit, in order, at least once. The position is kept inside the index, so the two cannot disagree after a crash.
 */
export class EffectsRunner {
  readonly #parts: EffectsParts;
  #waiting: Commit[] = [];
  #running: Promise<void> = Promise.resolve();

  constructor(parts: EffectsParts) {
    this.#parts = parts;
  }

  /** Resolves when the commit, and all before it, have taken effect. Commits that wait together are one step. */
  follow(commit: Commit): Promise<void> {
    this.#waiting.push(commit);
    const step = this.#running.then(() => this.#drain());
    // The next step tries again what this one could not do; its caller is told by `step`.
    this.#running = step.catch(() => undefined);
    return step;
  }

  /** Runs a task between two steps: while it runs no commit takes effect, so it must not wait for one. */
  between<T>(task: () => Promise<T>): Promise<T> {
    const step = this.#running.then(task);
    this.#running = step.then(
      () => undefined,
      () => undefined,
    );
    return step;
  }

  /** Brings everything up to the last commit: from the log, or from all entities when the index is new. */
  async catchUp(): Promise<void> {
    const { index, store } = this.#parts;
    if (index.position() === 0) await this.#rebuild();
    while (index.position() < store.log.lastSequence()) {
      const commits = await store.log.commitsAfter(index.position(), PAGE);
      if (commits.length === 0) break;
      await this.#apply(commits);
    }
  }

  async #drain(): Promise<void> {
    const commits = this.#waiting.splice(0);
    const [first] = commits;
    if (first === undefined) return;
    if (first.sequence === this.#parts.index.position() + 1) await this.#apply(commits);
    else await this.catchUp();
  }

  async #apply(commits: readonly Commit[]): Promise<void> {
    const { index, propertiesChanged, readDocuments, refreshProperties } = this.#parts;
    const last = commits.at(-1)?.sequence ?? 0;
    const seen = commits.flatMap(({ entries }) => entries.filter(({ isUnseen }) => isUnseen !== true));
    const urns = [...new Set(seen.map(({ urn }) => urn))];
    const properties = urns.filter((urn) => entityTypeOf(urn) === STRUCTURED_PROPERTY.entityType);
    if (properties.length > 0) await refreshProperties(properties);
    await index.apply(last, await readDocuments(urns, unchangedSince(commits)));
    if (properties.length > 0) propertiesChanged();
  }

  /** Walks all entities; what is written meanwhile comes again with its commit. */
  async #rebuild(): Promise<void> {
    const { index, readDocuments, store } = this.#parts;
    const upTo: Sequence = store.log.lastSequence();
    for (let place: number | undefined = 0; place !== undefined;) {
      const { entities, next }: EntityPage = await store.reader.entitiesFrom(place, PAGE);
      await index.apply(0, await readDocuments([...entities.keys()], entities));
      place = next;
    }
    await index.apply(upTo, []);
  }
}

/** New entities of these commits that none of the later ones changes. */
function unchangedSince(commits: readonly Commit[]): ReadonlyMap<Urn, EntityRows> {
  const known = new Map<Urn, EntityRows>();
  for (const { entries, newEntities } of commits) {
    for (const { urn } of entries) known.delete(urn);
    for (const [urn, rows] of newEntities ?? []) known.set(urn, rows);
  }
  return known;
}
