import type { Catalog } from '../../auth/catalog.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Sequence } from '../../model/sequence.ts';
import { EntityLoader } from './entity-loader.ts';
import { EntityReferences } from './entity-reference.ts';

/** Server-wide dependencies of the resolvers; the catalog is per request. */
export interface GraphqlSettings {
  readonly registry: EntityRegistry;
  /** Compatibility level shown to clients, such as `v1.7.0`. */
  readonly version: string;
  /** Whether `upsertStructuredProperties` replaces all properties of an asset, or keeps those that it does not name. */
  readonly upsertStructuredProperties: 'replace' | 'merge';
  /** Current time in epoch ms. */
  readonly now: () => number;
  /** Returns a random UUID. */
  readonly newId: () => string;
}

/** State shared by all resolvers of one request. */
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

  /** Records a commit of this request: later fields read what it wrote, and the response carries its sequence. */
  wrote(sequence: Sequence): void {
    this.loader.forget();
    if (this.#sequence === undefined || sequence > this.#sequence) this.#sequence = sequence;
  }

  /** Sequence of the last commit of this request; undefined when it wrote nothing. */
  get sequence(): Sequence | undefined {
    return this.#sequence;
  }
}
