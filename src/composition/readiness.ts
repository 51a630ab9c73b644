import type { Readiness, Unreadiness } from '../api/http/dependencies.ts';
import { because, type Refusal } from '../refusals.ts';
import { sharedCall } from '../util/concurrency/shared-call.ts';
import { reasonAgainst } from './free-space.ts';
import { within } from '../util/concurrency/within.ts';

/** A service that the server depends on. */
export interface Engine {
  /** Display name: 'The store'. */
  readonly name: string;
  /** The kind of its outage, which began at an ISO 8601 time. */
  readonly silentSince: (since: string) => Refusal;
  /** Rejects when the engine does not work. */
  readonly probe: () => Promise<unknown>;
}

/** Inputs of the readiness probe. */
export interface ReadinessParts {
  readonly engines: readonly Engine[];
  /** Bytes that can still be written to the data folder; absent for a catalog in memory. */
  readonly freeSpace?: (() => Promise<number>) | undefined;
  /** Whether the search index has been filled. */
  readonly isFilled: () => boolean;
  /** How far it is while it has not been, in a sentence; undefined if that is not known yet. */
  readonly fillProgress: () => string | undefined;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called at the first failed probe of an outage. */
  readonly warn: (message: string, error: unknown) => void;
}

const STOPPING = { message: 'The server is stopping.', ...because('SERVER_STOPPING') };
const FILLING = { message: 'The search index is being filled.', ...because('INDEX_FILLING') };
const UNREADABLE = { message: 'The data folder cannot be read.', ...because('DISK_UNREADABLE') };

/** Timeout of an engine probe, in ms. */
const PROBE_TIMEOUT = 2_000;

/** Probes the engines on demand and reports since when one has not responded. */
export class ReadinessProbe {
  readonly #parts: ReadinessParts;
  readonly #silentSince = new Map<Engine, number>();
  readonly #askAll = sharedCall(() => this.#ask());
  #isStopping = false;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Reports not ready from now on. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Probes all engines. Concurrent callers share one probe. */
  ask(): Promise<Readiness> {
    if (this.#isStopping) return Promise.resolve(notReady([STOPPING]));
    return this.#askAll();
  }

  async #ask(): Promise<Readiness> {
    const reasons = await Promise.all(this.#parts.engines.map((engine) => this.#reasonAgainst(engine)));
    const { freeSpace } = this.#parts;
    const unreadable = (): Unreadiness => UNREADABLE;
    reasons.push(await freeSpace?.().then(reasonAgainst, unreadable));
    const found = reasons.filter((reason) => reason !== undefined);
    if (found.length === 0 && !this.#parts.isFilled()) {
      found.push({ ...FILLING, message: this.#parts.fillProgress() ?? FILLING.message });
    }
    return found.length === 0 ? { ready: true } : notReady(found);
  }

  async #reasonAgainst(engine: Engine): Promise<Unreadiness | undefined> {
    const { now, warn } = this.#parts;
    try {
      await within(PROBE_TIMEOUT, engine.probe(), () => new Error(`no answer within ${PROBE_TIMEOUT} ms`));
      this.#silentSince.delete(engine);
      return undefined;
    } catch (error) {
      const since = this.#silentSince.get(engine) ?? now();
      if (!this.#silentSince.has(engine)) warn(`${engine.name} does not answer.`, error);
      this.#silentSince.set(engine, since);
      const time = new Date(since).toISOString();
      return {
        message: `${engine.name} has not answered since ${time}.`,
        ...engine.silentSince(time),
      };
    }
  }
}

function notReady(problems: readonly Unreadiness[]): Readiness {
  return { ready: false, reason: problems.map(({ message }) => message).join(' '), problems };
}
