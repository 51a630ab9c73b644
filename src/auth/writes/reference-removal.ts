import { NOTHING_FOLLOWS } from '../../change/affected-rights.ts';
import type { MetadataChange } from '../../change/metadata-change.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { EVERYTHING } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import type { MetadataQuery } from '../../query/metadata-query.ts';
import { removeReferences, type ReferenceParts } from './remove-references.ts';
import { outsideRequests } from '../audit/request-scope.ts';

/** Dependencies of {@link ReferenceRemoval}. */
export interface ReferenceRemovalParts {
  readonly registry: EntityRegistry;
  readonly change: Pick<MetadataChange, 'ingest'>;
  readonly query: Pick<MetadataQuery, 'relationships' | 'getEntities'>;
  /** Resolves when the index contains every commit so far. */
  readonly caughtUp: () => Promise<void>;
  /** Called when references to an entity could not be removed. */
  readonly warn: (message: string, error: unknown) => void;
}

/**
 * Background job that removes references to deleted entities from other entities, one deleted entity at a time, after
 * the deletion was acknowledged. Needs no rights on the referring entities. The queue is in memory: references not yet
 * removed when the process ends stay as dangling links, as in DataHub.
 */
export class ReferenceRemoval implements AsyncDisposable {
  readonly #parts: ReferenceRemovalParts;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: ReferenceRemovalParts) {
    this.#parts = parts;
  }

  /** Queues the removal of references to an entity; `actor` is who deleted it and becomes the author of the writes. */
  remove(urn: Urn, actor: Urn): void {
    this.#running = this.#running.then(() => outsideRequests(() => this.#remove(urn, actor)));
  }

  /** Stops after the current page of referring entities. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #remove(urn: Urn, actor: Urn): Promise<void> {
    if (this.#isStopped) return;
    const { caughtUp, change, query, registry, warn } = this.#parts;
    const catalog: ReferenceParts['catalog'] = {
      relationships: (input) => query.relationships(input, EVERYTHING),
      getEntities: (urns) => query.getEntities(urns, undefined, EVERYTHING),
      ingest: (proposals) => change.ingest(actor, proposals, { affected: NOTHING_FOLLOWS }),
    };
    try {
      await caughtUp();
      await removeReferences(urn, { registry, catalog }, { isStopped: () => this.#isStopped });
    } catch (error) {
      warn(`Could not remove references to the deleted ${urn}.`, error);
    }
  }
}
