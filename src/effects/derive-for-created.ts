import type { MetadataChange } from '../change/metadata-change.ts';
import type { StoredSource } from '../model/aspects/stored-source.ts';
import { DERIVED_FROM_LINKS, type DerivedFromLinks } from '../model/aspects/derived-from-links.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { subjectAspects } from '../model/access/subject-types.ts';
import type { Scope } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import { MATCH_ALL, type Expression } from '../search/expression.ts';
import { edgeField } from '../search/links/edges.ts';
import type { SearchReader } from '../search/search-index.ts';
import { unrestricted } from '../search/unrestricted.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import { inChunks } from '../util/concurrency/in-chunks.ts';
import { nextTurn } from '../util/concurrency/next-turn.ts';
import { CatchUpLoop, type CatchUpLoopParts } from './catch-up-loop.ts';
import type { EffectsRunner } from './runner.ts';

/** Dependencies of {@link DerivationForCreated}. */
export interface CreatedParts extends Pick<CatchUpLoopParts, 'tracer' | 'warn'> {
  readonly store: {
    readonly log: MetadataStore['log'];
    readonly reader: Pick<MetadataStore['reader'], 'entities'>;
  };
  readonly index: Pick<SearchReader, 'isImmediate' | 'search'>;
  readonly registry: EntityRegistry;
  readonly effects: Pick<EffectsRunner, 'filled' | 'isFilling' | 'reach'>;
  readonly derive: MetadataChange['derive'];
  /** A scope that sees everything; created for each look-up. */
  readonly scope: () => Pick<Scope, 'lacksCreatorAccess'>;
}

/** Created entities of one look-up. */
const TARGETS = 200;
/** Sources of one page of a look-up, which is derived in one commit. */
const PAGE = 200;
/** Maximum sources of one look-up; an index skips no more hits. */
const MOST_SOURCES = 10_000;
/** Latest commits that are checked at a start. */
const CHECKED_COMMITS = 1_000;
/**
 * Changed entities after which a start checks no further commits. A crash leaves only commits without their derivation that were not
 * acknowledged yet, which are far fewer than large commits can change.
 */
const CHECKED_ENTITIES = 20_000;
/** Commits of one read of the log, small because one commit may have thousands of entries. */
const LOG_PAGE = 10;

/**
 * Derives the aspects of a new entity from entities that referred to it before it was created, such as its incidents.
 * They are found by the index, so the aspects are written in a commit after the creation. Sources that the creator
 * may not see are left out: the aspect would reveal them. With an immediate index this happens before the creation is
 * acknowledged, else in the background. A start checks the last commits, because a crash may have come between
 * the two commits.
 */
export class DerivationForCreated implements AsyncDisposable {
  readonly #parts: CreatedParts;
  readonly #loop: CatchUpLoop;
  /** Entities to derive for, each with its creator. */
  readonly #waiting = new Map<Urn, Urn>();
  #running: Promise<void> = Promise.resolve();
  /** The sources that the registry has. */
  readonly #sources: readonly DerivedFromLinks['source'][];
  #isChecked = true;

  constructor(parts: CreatedParts) {
    this.#parts = parts;
    this.#sources = DERIVED_FROM_LINKS.map(({ source }) => source).filter(({ entityType }) =>
      parts.registry.entities.has(entityType),
    );
    const { tracer, warn } = parts;
    this.#loop = new CatchUpLoop({
      name: 'derived',
      tracer,
      warn: (_message, error) => warn('Deriving aspects of new entities failed; retrying.', error),
      reach: (sequence, signal) => (this.#running = this.#catchUp(sequence, signal)),
    });
  }

  /** Checks the last commits in the background. Call it once the log has been applied. */
  start(): void {
    this.#isChecked = false;
    this.#loop.wake(this.#parts.store.log.lastSequence());
  }

  /**
   * Derives aspects of the entities that a commit of this process created. Call it once the commit has been applied;
   * never rejects.
   */
  async follow({ created, createdUrns = [], sequence }: Commit): Promise<void> {
    const urns = createdUrns.filter((urn) => this.#isTarget(urn));
    if (urns.length === 0 || this.#sources.length === 0) return;
    const { effects, index, warn } = this.#parts;
    if (index.isImmediate && !effects.isFilling) {
      try {
        await this.#derive(urns, created.actor);
        return;
      } catch (error) {
        warn('Deriving aspects of new entities failed; retrying.', error);
      }
    }
    for (const urn of urns) this.#waiting.set(urn, created.actor);
    this.#loop.wake(sequence);
  }

  /** Stops after the current look-up. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#loop[Symbol.dispose]();
    await this.#running.catch(() => undefined);
  }

  #isTarget(urn: Urn): boolean {
    const aspects = this.#parts.registry.entities.get(entityTypeOf(urn))?.aspects;
    return DERIVED_FROM_LINKS.some(({ derived }) => aspects?.has(derived) === true);
  }

  async #catchUp(sequence: Sequence, signal: AbortSignal): Promise<void> {
    const { effects } = this.#parts;
    await effects.filled();
    signal.throwIfAborted();
    if (!this.#isChecked) {
      await effects.reach(sequence);
      if (await this.#hasSources()) await this.#checkLastCommits(signal);
      this.#isChecked = true;
    }
    if (this.#waiting.size === 0 || this.#sources.length === 0) return;
    await effects.reach(sequence);
    for (const [actor, urns] of Map.groupBy(this.#waiting.keys(), (urn) => this.#waiting.get(urn))) {
      for (let start = 0; start < urns.length && actor !== undefined; start += TARGETS) {
        signal.throwIfAborted();
        const some = urns.slice(start, start + TARGETS);
        await this.#derive(some, actor);
        for (const urn of some) this.#waiting.delete(urn);
      }
    }
  }

  /** Whether the index has entities from which others derive. Without any, a start reads nothing. */
  async #hasSources(): Promise<boolean> {
    const entityTypes = this.#sources.map(({ entityType }) => entityType);
    if (entityTypes.length === 0) return false;
    const all = unrestricted({ entityTypes, where: MATCH_ALL });
    const { total } = await this.#parts.index.search({ ...all, sort: [], from: 0, size: 1, mayBound: true });
    return total > 0;
  }

  /** Adds the entities that the last commits created, newest first; other work runs between two reads. */
  async #checkLastCommits(signal: AbortSignal): Promise<void> {
    const { log, reader } = this.#parts.store;
    const oldest = (await log.oldest())?.sequence ?? 1;
    let upTo = log.lastSequence();
    const begin = Math.max(upTo - CHECKED_COMMITS, oldest - 1, 0);
    for (let checked = 0; upTo > begin && checked < CHECKED_ENTITIES;) {
      await nextTurn();
      signal.throwIfAborted();
      const from = Math.max(upTo - LOG_PAGE, begin);
      const commits = await log.commitsAfter(from, upTo - from);
      const changed = commits.flatMap(({ entries }) => entries.map(({ urn }) => urn));
      const targets = [...new Set(changed)].filter((urn) => this.#isTarget(urn));
      for await (const some of inChunks(targets, TARGETS)) {
        for (const [urn, { entity }] of await reader.entities(some, [])) {
          if ((entity.createdIn ?? 0) > from) this.#waiting.set(urn, entity.created.actor);
        }
      }
      checked += targets.length;
      upTo = from;
    }
  }

  async #derive(urns: readonly Urn[], actor: Urn): Promise<void> {
    for (let start = 0; start < urns.length; start += TARGETS) {
      await this.#deriveSome(urns.slice(start, start + TARGETS), actor);
    }
  }

  async #deriveSome(urns: readonly Urn[], actor: Urn): Promise<void> {
    const { derive, index } = this.#parts;
    const sources = this.#sourcesFor(urns, actor);
    if (sources.length === 0) return;
    const query = unrestricted({
      entityTypes: sources.map(({ entityType }) => entityType),
      where: {
        kind: 'or',
        of: sources.map(({ relationship, targets }) => namesOneOf([...targets], relationship)),
      },
    });
    for (let from = 0; from < MOST_SOURCES; from += PAGE) {
      const { hits } = await index.search({ ...query, sort: [], from, size: PAGE });
      const found = hits.flatMap(({ entityType, urn }): readonly StoredSource[] =>
        sources
          .filter((source) => source.entityType === entityType)
          .map(({ aspectName, targets }) => ({ urn, aspectName, targets })),
      );
      if (found.length > 0) await derive(actor, found);
      if (hits.length < PAGE) return;
    }
  }

  /** The sources, each with the entities (created by the actor) on which they may be shown. */
  #sourcesFor(urns: readonly Urn[], actor: Urn): readonly SourceOf[] {
    const { lacksCreatorAccess } = this.#parts.scope();
    return this.#sources.flatMap((source): readonly SourceOf[] => {
      const { aspectName, entityType } = source;
      const isAbout = subjectAspects(entityType).includes(aspectName);
      const shown = isAbout ? urns.filter((urn) => !lacksCreatorAccess(actor, urn, entityType)) : urns;
      return shown.length === 0 ? [] : [{ ...source, targets: new Set(shown) }];
    });
  }
}

type SourceOf = DerivedFromLinks['source'] & { readonly targets: ReadonlySet<Urn> };

function namesOneOf(urns: readonly Urn[], relationship: string): Expression {
  return { kind: 'terms', field: edgeField(relationship), values: urns, ignoreCase: false };
}
