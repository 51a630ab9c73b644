import type { EntityReferences } from '../../../model/entity-reference.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { Requester } from '../../../operations/requester.ts';
import type { OperationSettings } from '../../../operations/work.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { EntityLoader } from './entity-loader.ts';
import type { ReadEntities } from './entity-loader.ts';

/** Server-wide dependencies of the resolvers; the requester is per request. */
export interface GraphqlSettings extends OperationSettings {
  readonly references: EntityReferences;
  /** Compatibility level shown to clients, such as `v1.7.0`. */
  readonly version: string;
  /** How to answer parents that the caller may not view: left out, or by their urn alone. */
  readonly hiddenParents: 'omit' | 'urn';
}

/** State shared by all resolvers of one request. */
export class GraphqlContext {
  readonly settings: GraphqlSettings;
  readonly loader: EntityLoader;
  readonly #requester: Pick<Requester, 'actor' | 'run'>;
  #lastLong: Promise<void> | undefined;

  /** `read`: how the loader reads aspects, default the latest. */
  constructor(requester: Pick<Requester, 'actor' | 'run'>, settings: GraphqlSettings, read?: ReadEntities) {
    this.#requester = requester;
    this.settings = settings;
    const run: Requester['run'] = (operation, input) => requester.run(operation, input);
    this.loader = new EntityLoader(run, settings.readSize, read);
  }

  /** The same caller, with a loader that reads aspects in another way. */
  reading(read: ReadEntities): GraphqlContext {
    return new GraphqlContext(this.#requester, this.settings, read);
  }

  get actor(): Requester['actor'] {
    return this.#requester.actor;
  }

  get references(): EntityReferences {
    return this.settings.references;
  }

  /**
   * Runs an operation for the caller. Long ones begin one after another, each in a turn of the event loop of its own, so
   * that other requests are answered in between: one request may select hundreds. What a write has changed is read again.
   */
  async run<Raw, Input, Output>(operation: Operation<Raw, Input, Output>, raw: Raw): Promise<Output> {
    if (operation.isLong === true) {
      this.#lastLong = this.#lastLong === undefined ? Promise.resolve() : this.#lastLong.then(nextTurn);
      await this.#lastLong;
    }
    try {
      return await this.#requester.run(operation, raw);
    } finally {
      if (operation.effect !== 'read') this.loader.forget();
    }
  }
}
