import type { Catalog } from '../../auth/catalog.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Sequence } from '../../model/sequence.ts';
import { EntityLoader } from './entity-loader.ts';
import { EntityReferences } from './entity-reference.ts';

/** What GraphQL needs to know of the server besides the catalog of the caller. */
export interface GraphqlSettings {
  readonly registry: EntityRegistry;
  /** Compatibility level as clients see it, `v1.7.0`. */
  readonly version: string;
  /** Whether `upsertStructuredProperties` replaces the whole set of an asset or leaves unnamed properties alone. */
  readonly upsertStructuredProperties: 'replace' | 'merge';
  /** Epoch ms. */
  readonly now: () => number;
  /** A new random identifier (UUID). */
  readonly newId: () => string;
}

/** What every resolver of one request shares. */
export class GraphqlContext {
  readonly catalog: Catalog;
  readonly settings: GraphqlSettings;
  readonly loader: EntityLoader;
  readonly references: EntityReferences;
  #sequence: Sequence | undefined;

  constructor(catalog: Catalog, settings: GraphqlSettings) {
    this.catalog = catalog;
    this.settings = settings;
    this.loader = new EntityLoader(catalog);
    this.references = new EntityReferences(settings.registry);
  }

  /** Records a commit of this request: later fields read what it wrote, and the answer names it. */
  wrote(sequence: Sequence): void {
    this.loader.forget();
    if (this.#sequence === undefined || sequence > this.#sequence) this.#sequence = sequence;
  }

  /** The last commit of this request; undefined when it wrote nothing. */
  get sequence(): Sequence | undefined {
    return this.#sequence;
  }
}
