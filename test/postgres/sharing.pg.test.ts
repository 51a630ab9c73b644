import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobReport } from '../../src/model/maintenance/job-report.ts';
import type { Sequence } from '../../src/model/sequence.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { takeTicket, ticketsOf, upTo } from './counting.ts';
import { connectionsWait, holdRows } from './held-rows.ts';

const JOB: Omit<JobReport, 'id'> = {
  kind: 'doctor',
  state: 'running',
  phase: 'doctor',
  done: 0,
  total: 0,
  startedAt: 10,
  finishedAt: undefined,
  result: undefined,
  error: undefined,
};

describe('a PostgreSQL database that several processes share', () => {
  let postgres: PostgresDatabases;
  let url: string;
  beforeAll(async () => {
    postgres = await usePostgres();
  });
  beforeEach(async () => {
    url = await postgres.createDatabase();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  it('numbers commits correctly when all write shared and own rows concurrently', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    await using third = await openPostgresStore(url);
    const stores = [first, second, third];
    const results = await Promise.all(upTo(240).map((i) => takeTicket(stores[i % 3] ?? first, `t${i}`)));
    const { numbers, counter, repeated, sequences } = await ticketsOf(second);
    expect(results.toSorted((a, b) => a - b)).toEqual(upTo(240));
    expect(results.map((_, i) => numbers.get(`t${i + 1}`))).toEqual(results);
    expect({ counter, repeated }).toEqual({ counter: 240, repeated: [] });
    expect(sequences).toEqual(upTo(240));
  });

  it('numbers commits correctly while another process writes without taking a number', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    await takeTicket(first, 't1');
    const { id, ...job } = await first.jobs.add(JOB, 10);
    const held = await holdRows(url, `SELECT 1 FROM colophon_job WHERE id = ${id}`);
    const report = first.jobs.put({ report: { id, ...job }, heardAt: 11 });
    await connectionsWait(postgres, { url, count: 1 });
    // The first process has read the end of the log, and stores it with its report.
    let isTaken = false;
    const ticket = takeTicket(second, 't2').finally(() => (isTaken = true));
    await connectionsWait(postgres, { url, count: 2, isOver: () => isTaken });
    await held.query('COMMIT');
    await held.end();
    await report;
    expect(await ticket).toBe(2);
    expect(await takeTicket(first, 't3')).toBe(3);
    expect((await ticketsOf(second)).sequences).toEqual(upTo(3));
  });

  it('never shows a reader of the log a commit without all before it', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    const ended = new AbortController();
    const writing = Promise.all(
      upTo(200).map((i) => takeTicket(i % 2 === 0 ? first : second, `t${i}`)),
    ).finally(() => {
      ended.abort();
    });
    let position = 0;
    while (!ended.signal.aborted) {
      const commits = await first.log.commitsAfter(position, 1000);
      expect(commits.map(({ sequence }) => sequence)).toEqual(commits.map((_, i) => position + i + 1));
      position += commits.length;
    }
    await writing;
  });

  it('announces commits of others, before a following own commit, and no own ones', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    const announced: Sequence[] = [];
    using _ = first.others.subscribe((upToSequence) => announced.push(upToSequence));
    await takeTicket(first, 'own');
    await takeTicket(second, 'a');
    await expect.poll(() => announced.at(-1)).toBe(2);
    expect(first.log.lastSequence()).toBe(2);
    await takeTicket(second, 'b');
    await takeTicket(first, 'after');
    expect(announced.at(-1)).toBeGreaterThanOrEqual(3);
    expect(announced).toEqual(announced.toSorted((a, b) => a - b));
    expect(first.log.lastSequence()).toBe(4);
  });

  it('announces commits of others by notification, without polling', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    vi.spyOn(first.others, 'refresh').mockResolvedValue(0);
    const announced: Sequence[] = [];
    using _ = first.others.subscribe((upToSequence) => announced.push(upToSequence));
    await takeTicket(second, 'a');
    await expect.poll(() => announced).toEqual([1]);
  });

  it('refreshes on request, and by itself after its connection was terminated', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    await takeTicket(second, 'a');
    expect(await first.others.refresh()).toBe(1);
    await postgres.endConnections(url);
    await takeTicket(second, 'b');
    await expect.poll(() => first.log.lastSequence()).toBe(2);
    await takeTicket(second, 'c');
    await expect.poll(() => first.log.lastSequence()).toBe(3);
  });

  it('gives a lease to one of them at a time, by name', async () => {
    await using first = await openPostgresStore(url);
    const second = await openPostgresStore(url);
    const lease = await first.leases.acquire('jobs');
    expect(lease?.lost.aborted).toBe(false);
    expect(await first.leases.acquire('jobs')).toBeUndefined();
    expect(await second.leases.acquire('jobs')).toBeUndefined();
    expect(await second.leases.acquire('index')).toBeDefined();
    await lease?.[Symbol.asyncDispose]();
    expect(await second.leases.acquire('jobs')).toBeDefined();
    expect(await first.leases.acquire('jobs')).toBeUndefined();
    await second[Symbol.asyncDispose]();
    await expect.poll(() => first.leases.acquire('jobs')).toBeDefined();
  });

  it('notifies the holder of a lost lease, and gives it to another', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    const lease = await first.leases.acquire('jobs');
    await postgres.endConnections(url);
    await expect.poll(() => lease?.lost.aborted).toBe(true);
    const next = await second.leases.acquire('jobs').catch(() => second.leases.acquire('jobs'));
    expect(next).toBeDefined();
    await lease?.[Symbol.asyncDispose]();
    expect(next?.lost.aborted).toBe(false);
    expect(await first.leases.acquire('jobs')).toBeUndefined();
  });
});
