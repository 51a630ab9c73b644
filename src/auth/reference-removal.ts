import type { MetadataChange } from '../change/metadata-change.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { MetadataQuery } from '../query/metadata-query.ts';
import { removeReferences } from './remove-references.ts';
import type { ReferenceParts } from './remove-references.ts';
import { outsideRequests } from './request-scope.ts';

/** What the removal works with. */
export interface ReferenceRemovalParts {
  readonly registry: EntityRegistry;
  readonly change: Pick<MetadataChange, 'ingest'>;
  readonly query: Pick<MetadataQuery, 'relationships' | 'getEntities'>;
  /** Resolves when the index contains every commit so far. */
  readonly caughtUp: () => Promise<void>;
  /** Told of what could not be removed. */
  readonly warn: (message: string, error: unknown) => void;
}

/**
 * Takes what was deleted out of the aspects that mention it, after the deletion has been answered, one entity at a time. Who
 * may delete an entity needs no rights on what mentions it. What is left when the process ends stays, as in
 * DataHub: a link to what does not exist.
 */
export class ReferenceRemoval implements AsyncDisposable {
  readonly #parts: ReferenceRemovalParts;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: ReferenceRemovalParts) {
    this.#parts = parts;
  }

  /** Removes the links to an entity, after those that were asked for before; `actor` is who deleted it. */
  remove(urn: Urn, actor: Urn): void {
    this.#running = this.#running.then(() => outsideRequests(() => this.#remove(urn, actor)));
  }

  /** Ends after the page at hand. */
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
      ingest: (proposals) => change.ingest(actor, proposals),
    };
    try {
      await caughtUp();
      await removeReferences(urn, { registry, catalog }, { isStopped: () => this.#isStopped });
    } catch (error) {
      warn(`Links to the deleted ${urn} could not be removed.`, error);
    }
  }
}
