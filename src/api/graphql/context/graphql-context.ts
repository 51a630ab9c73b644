import type { EntityReferences } from '../../../model/entity-reference.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { Requester } from '../../../operations/requester.ts';
import type { OperationSettings } from '../../../operations/work.ts';
import { EntityLoader, type ReadEntities } from './entity-loader.ts';
import { RunningRequest } from './running-request.ts';

/** Server-wide dependencies of the resolvers; the requester is per request. */
export interface GraphqlSettings extends OperationSettings {
  readonly references: EntityReferences;
  /** Compatibility level shown to clients, such as `v1.7.0`. */
  readonly version: string;
  /** How to show parents that the caller may not view: omit them, or show only their urn. */
  readonly hiddenParents: 'omit' | 'urn';
}

/** State shared by all resolvers of one request. */
export class GraphqlContext {
  readonly settings: GraphqlSettings;
  readonly loader: EntityLoader;
  readonly #requester: Pick<Requester, 'actor' | 'run'>;
  readonly #running: RunningRequest;

  /** `read`: how the loader reads aspects, default the latest. */
  constructor(
    requester: Pick<Requester, 'actor' | 'run'>,
    settings: GraphqlSettings,
    read?: ReadEntities,
    running = new RunningRequest(),
  ) {
    this.#requester = requester;
    this.settings = settings;
    this.#running = running;
    const run: Requester['run'] = (operation, input) => requester.run(operation, input, running);
    this.loader = new EntityLoader(run, settings.readSize, read);
  }

  /** A context for the same caller whose loader reads aspects with this function. */
  reading(read: ReadEntities): GraphqlContext {
    return new GraphqlContext(this.#requester, this.settings, read, this.#running);
  }

  get actor(): Requester['actor'] {
    return this.#requester.actor;
  }

  get references(): EntityReferences {
    return this.settings.references;
  }

  /** Counts an object of the response; throws TooManyObjectsError when there are too many. */
  get countObject(): () => void {
    return this.#running.countObject;
  }

  /** Prevents further operations from starting. */
  stop(): void {
    this.#running.stop();
  }

  /**
   * Runs an operation for the caller. Long operations start one after another, each in a separate turn of the event
   * loop, so that other requests are answered in between: one request may select hundreds, of which a few run at a
   * time. A write clears the cache of the loader. Throws TIMEOUT after the request was stopped.
   */
  async run<Raw, Input, Output>(operation: Operation<Raw, Input, Output>, raw: Raw): Promise<Output> {
    using _slot = operation.isLong === true ? await this.#running.beginLong() : undefined;
    if (this.#running.reason !== undefined) throw this.#running.reason;
    try {
      return await this.#requester.run(operation, raw, this.#running);
    } finally {
      if (operation.effect !== 'read') this.loader.clear();
    }
  }
}
