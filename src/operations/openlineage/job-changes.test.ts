import { afterEach, expect, it, vi } from 'vitest';
import { slowClock } from '../../../test/support/slow-clock.ts';
import { turnsDuring } from '../../../test/support/turns.ts';
import { parseUrn } from '../../model/urn.ts';
import { inSteps } from '../../util/concurrency/steps.ts';
import { jobUrns } from './event-urns.ts';
import { MAX_EVENT_LINKS, jobChanges } from './job-changes.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const JOB = { namespace: 'airflow', name: 'load' };

afterEach(() => {
  vi.restoreAllMocks();
});

/** An event with one output that has one column derived from this many others. */
function eventOf(pairs: number): Parameters<typeof jobChanges>[0] {
  const inputFields = Array.from({ length: pairs }, (_, i) => ({
    namespace: 'hive',
    name: 'db.source',
    field: `c${i}`,
  }));
  const facets = { columnLineage: { fields: { sum: { inputFields } } } };
  const outputs = [{ namespace: 'hive', name: 'db.target', facets }];
  return { eventTime: 1, job: JOB, outputs };
}

function changesOf(pairs: number): ReturnType<typeof jobChanges> {
  return jobChanges(eventOf(pairs), jobUrns(JOB, 'airflow'), ACTOR);
}

it('yields while it lists many pairs of columns', async () => {
  slowClock();
  const pairs = 2_000;
  expect(await turnsDuring(() => inSteps(changesOf(pairs)))).toBeGreaterThan(pairs / 200);
});

it('refuses more datasets and pairs of columns than one commit takes, before it lists them', () => {
  expect(() => changesOf(MAX_EVENT_LINKS - 1).next()).not.toThrow();
  expect(() => changesOf(MAX_EVENT_LINKS).next()).toThrow(
    `inputs and outputs have ${MAX_EVENT_LINKS + 1} datasets and pairs of columns, more than ${MAX_EVENT_LINKS}.`,
  );
});
