import { expect } from 'vitest';
import { jsonAt, jsonItems } from '../support/json-at.ts';

/** An event of the change feed. */
interface FeedEvent {
  readonly sequence: number;
  readonly kind: 'UPSERT' | 'DELETE';
  readonly entityUrn: string;
  readonly aspectName: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly notKept?: readonly string[];
}

const KEY = 'datasetKey';
/** The value of an event that is no longer stored; a later event has the current one. */
const UNKNOWN = Symbol('unknown');

/** A copy of a catalog: aspects by entity. */
export class CatalogCopy {
  /** Commit after which the earlier value of each event must equal that of the copy. */
  isExactAfter = Infinity;
  /** Number of applied events. */
  events = 0;
  readonly #aspects = new Map<string, Map<string, unknown>>();
  #sequence = 0;

  /** Adds these aspects of an export: metadata change proposals. */
  addExport(proposals: unknown, aspects: readonly string[]): void {
    for (const proposal of jsonItems(proposals)) {
      const name = String(jsonAt(proposal, 'aspectName'));
      if (!aspects.includes(name)) continue;
      this.#of(String(jsonAt(proposal, 'entityUrn'))).set(name, jsonAt(proposal, 'aspect', 'json'));
    }
  }

  /** Applies the events of whole commits, each of which must be later than the previous one. */
  apply(events: readonly FeedEvent[]): void {
    const before = this.#sequence;
    for (const event of events) {
      expect(event.sequence).toBeGreaterThan(before);
      expect(event.sequence).toBeGreaterThanOrEqual(this.#sequence);
      this.#sequence = event.sequence;
      this.#apply(event);
    }
    this.events += events.length;
  }

  #apply({ after, aspectName, before, entityUrn, kind, notKept = [], sequence }: FeedEvent): void {
    if (aspectName === KEY) {
      if (kind === 'DELETE') this.#aspects.delete(entityUrn);
      return;
    }
    const aspects = this.#of(entityUrn);
    const current = aspects.get(aspectName) ?? null;
    if (sequence > this.isExactAfter && !notKept.includes('before') && current !== UNKNOWN) {
      expect(current).toEqual(before);
    }
    if (kind === 'DELETE') aspects.delete(aspectName);
    else aspects.set(aspectName, notKept.includes('after') ? UNKNOWN : after);
  }

  has(urn: string): boolean {
    return this.#aspects.has(urn);
  }

  /** Entities that have aspects, in order. */
  shown(): unknown {
    return [...this.#aspects]
      .filter(([, aspects]) => aspects.size > 0)
      .map(([urn, aspects]) => [urn, Object.fromEntries([...aspects].sort())])
      .sort();
  }

  #of(urn: string): Map<string, unknown> {
    const aspects = this.#aspects.get(urn) ?? new Map<string, unknown>();
    this.#aspects.set(urn, aspects);
    return aspects;
  }
}
