import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { effort } from '../../../../test/support/effort.ts';
import { parseUrn, type Urn } from '../../../model/urn.ts';
import { AuditReader } from '../audit-reader.ts';
import { openForWriting } from '../connection.ts';
import { AuditWriter } from './audit-writer.ts';

const LATEST = { time: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

function tag(n: number): Urn {
  return parseUrn(`urn:li:tag:${n}`);
}

/** An audit log with its expected content. */
class Log {
  readonly database: DatabaseSync = openForWriting(':memory:');
  #writer = new AuditWriter(this.database);
  readonly #reader = new AuditReader(this.database);
  #events: { readonly id: number; readonly tags: readonly number[] }[] = [];

  /** Adds events, each about some of the tags. */
  add(...events: readonly (readonly number[])[]): void {
    this.#inTransaction(() => this.#append(events), 'COMMIT');
    for (const tags of events) this.#events.push({ id: (this.#events.at(-1)?.id ?? 0) + 1, tags });
  }

  fail(...events: readonly (readonly number[])[]): void {
    this.#inTransaction(() => this.#append(events), 'ROLLBACK');
    this.#writer.rolledBack();
  }

  /** Reopens the index, as after a killed process. */
  reopen(): void {
    this.#writer = new AuditWriter(this.database);
  }

  complete(): void {
    this.#inTransaction(() => this.#writer.complete(), 'COMMIT');
  }

  purge(keep: number): void {
    let purged = 1;
    while (purged > 0) {
      this.#inTransaction(() => (purged = this.#writer.purge({ keep, before: 0 })), 'COMMIT');
    }
    this.#events = this.#events.slice(Math.max(0, this.#events.length - keep));
  }

  /** Ids of the events of a tag, newest first: those found, and those expected. */
  eventsOf(n: number): readonly [found: readonly number[], wanted: readonly number[]] {
    const found = this.#reader.newest({ entity: tag(n), before: LATEST, limit: 100_000 });
    const wanted = this.#events.filter(({ tags }) => tags.includes(n)).map(({ id }) => id);
    return [found.map(({ id }) => id), wanted.reverse()];
  }

  /** Events that the index covers, and the last event. */
  progress(): readonly [indexed: unknown, last: number] {
    const row = this.database.prepare('SELECT up_to FROM audit_indexed').get();
    return [row?.['up_to'], this.#events.at(-1)?.id ?? 0];
  }

  #append(events: readonly (readonly number[])[]): void {
    for (const tags of events) {
      const subjects = tags.length === 0 ? null : JSON.stringify(tags.map((n) => [tag(n), 'status']));
      this.#writer.append({ time: 1, kind: 'denied', actor: null, subjects, details: '{"count":1}' });
    }
  }

  #inTransaction(task: () => void, end: 'COMMIT' | 'ROLLBACK'): void {
    this.database.exec('BEGIN IMMEDIATE');
    task();
    this.database.exec(end);
  }
}

const MANY = Array.from({ length: 5_000 }, (_, n) => n);

it('is written in batches, and an event is found before, meanwhile and afterwards', () => {
  const log = new Log();
  for (let at = 0; at < 3; at++) log.add(MANY);
  expect(log.progress()[0]).toBe(0);
  log.add(MANY);
  // The batch is complete, and half of it is written.
  expect(log.progress()[0]).toBe(0);
  expect(log.eventsOf(7)[0]).toEqual([4, 3, 2, 1]);
  log.add(MANY);
  expect(log.progress()[0]).toBe(4);
  expect(log.eventsOf(4_999)[0]).toEqual([5, 4, 3, 2, 1]);
  log.complete();
  expect(log.progress()[0]).toBe(5);
  expect(log.eventsOf(7)[0]).toEqual([5, 4, 3, 2, 1]);
});

it('leaves few events unindexed, however few entities they name', () => {
  const log = new Log();
  for (let at = 0; at < 3_000; at++) log.add(at % 3 === 0 ? [] : [at]);
  expect(log.progress()[0]).toBe(2_000);
});

it('starts again in an emptied log', () => {
  const log = new Log();
  log.add([1], [2]);
  log.complete();
  log.purge(0);
  expect(log.progress()[0]).toBe(0);
  log.add([1]);
  expect(log.eventsOf(1)).toEqual([[1], [1]]);
});

it('finds the events of each entity after any sequence of operations', () => {
  const tags = fc
    .record({ from: fc.nat(3_000), size: fc.oneof(fc.nat(3), fc.nat(3_000)) })
    .map(({ from, size }) => MANY.slice(from, from + size));
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(tags, { maxLength: 4 }).map((events) => ({ kind: 'add', events }) as const),
    },
    fc.array(tags, { minLength: 1, maxLength: 4 }).map((events) => ({ kind: 'fail', events }) as const),
    fc.constantFrom({ kind: 'reopen' } as const, { kind: 'complete' } as const),
    fc.nat(20).map((keep) => ({ kind: 'purge', keep }) as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const log = new Log();
      for (const taken of steps) {
        if (taken.kind === 'add' || taken.kind === 'fail') log[taken.kind](...taken.events);
        else if (taken.kind === 'purge') log.purge(taken.keep);
        else log[taken.kind]();
        for (const n of [0, 1, 700, 3_001]) {
          const [found, wanted] = log.eventsOf(n);
          expect(found).toEqual(wanted);
        }
      }
    }),
    { numRuns: effort(20) },
  );
});
