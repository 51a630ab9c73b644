import type { Readiness } from '../api/http/dependencies.ts';
import { sharedCall } from '../util/shared-call.ts';
import { within } from '../util/within.ts';

/** Something that the server cannot work without. */
export interface Engine {
  /** For people: 'The store'. */
  readonly name: string;
  /** Rejects when the engine does not do its work. */
  readonly probe: () => Promise<unknown>;
}

/** What readiness is judged by. */
export interface ReadinessParts {
  readonly engines: readonly Engine[];
  /** Whether searches find what there is. */
  readonly isFilled: () => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told when an engine does not answer for the first time, and why. */
  readonly warn: (message: string, error: unknown) => void;
}

/** An engine that takes longer than this, in ms, does not answer. */
const PATIENCE = 2_000;

/** Asks the engines whether they answer, whenever somebody wants to know; says since when one has not. */
export class ReadinessProbe {
  readonly #parts: ReadinessParts;
  readonly #silentSince = new Map<Engine, number>();
  readonly #askAll = sharedCall(() => this.#ask());
  #isStopping = false;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  /** True from the moment when the server has been told to stop. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** The server is about to stop: from now on it is not ready. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Whether everything answers now. Whoever asks meanwhile gets the same answer. */
  ask(): Promise<Readiness> {
    if (this.#isStopping) return Promise.resolve({ ready: false, reason: 'The server is stopping.' });
    return this.#askAll();
  }

  async #ask(): Promise<Readiness> {
    const reasons = await Promise.all(this.#parts.engines.map((engine) => this.#reasonAgainst(engine)));
    const found = reasons.filter((reason) => reason !== undefined);
    if (found.length === 0 && !this.#parts.isFilled()) found.push('The search index is being filled.');
    return found.length === 0 ? { ready: true } : { ready: false, reason: found.join(' ') };
  }

  async #reasonAgainst(engine: Engine): Promise<string | undefined> {
    const { now, warn } = this.#parts;
    try {
      await within(PATIENCE, engine.probe(), () => new Error(`no answer within ${PATIENCE} ms`));
      this.#silentSince.delete(engine);
      return undefined;
    } catch (error) {
      const since = this.#silentSince.get(engine) ?? now();
      if (!this.#silentSince.has(engine)) warn(`${engine.name} does not answer.`, error);
      this.#silentSince.set(engine, since);
      return `${engine.name} has not answered since ${new Date(since).toISOString()}.`;
    }
  }
}
