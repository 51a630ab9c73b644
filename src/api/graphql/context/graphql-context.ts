import type { Catalog } from '../../../auth/catalog.ts';
import { EntityReferences } from '../../../model/entity-reference.ts';
import type { Sequence } from '../../../model/sequence.ts';
import type { Requester } from '../../../operations/run.ts';
import type { OperationSettings } from '../../../operations/work.ts';
import { inTurns } from './catalog-in-turns.ts';
import { EntityLoader } from './entity-loader.ts';

/** Server-wide dependencies of the resolvers; the catalog is per request. */
export interface GraphqlSettings extends OperationSettings {
  /** Compatibility level shown to clients, such as `v1.7.0`. */
  readonly version: string;
}

/** State shared by all resolvers of one request. */
export class GraphqlContext implements Requester {
  readonly catalog: Catalog;
  readonly settings: GraphqlSettings;
  readonly loader: EntityLoader;
  readonly references: EntityReferences;
  #sequence: Sequence | undefined;

  constructor(catalog: Catalog, settings: GraphqlSettings) {
    this.catalog = inTurns(catalog);
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
