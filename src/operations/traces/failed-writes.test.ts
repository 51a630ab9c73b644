import { expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { FailedWrites } from './failed-writes.ts';

const [ANA, BEN] = [parseUrn('urn:li:corpuser:ana'), parseUrn('urn:li:corpuser:ben')];
const write = (name: string) => ({
  urn: parseUrn(`urn:li:tag:${name}`),
  aspectName: 'status',
  problem: `${name} failed`,
  remedy: 'Retry.',
});
const problemOf = (failed: FailedWrites, actor: typeof ANA, traceId: string, name: string) =>
  failed.find(actor, traceId, write(name))?.problem;

it('finds failures of the same actor, trace and aspect', () => {
  const failed = new FailedWrites();
  failed.record(ANA, 't1', [write('a')]);
  failed.record(ANA, 't1', [write('b')]);
  expect(['a', 'b', 'c'].map((name) => problemOf(failed, ANA, 't1', name))).toEqual([
    'a failed',
    'b failed',
    undefined,
  ]);
  expect(problemOf(failed, ANA, 't2', 'a')).toBeUndefined();
  expect(problemOf(failed, BEN, 't1', 'a')).toBeUndefined();
});

it('evicts the oldest request of the actor with the most failures', () => {
  const failed = new FailedWrites(4);
  failed.record(BEN, 't0', [write('a')]);
  failed.record(ANA, 't1', [write('a'), write('b')]);
  failed.record(ANA, 't2', [write('a')]);
  failed.record(ANA, 't3', [write('a')]);
  expect(problemOf(failed, ANA, 't1', 'a')).toBeUndefined();
  expect([problemOf(failed, BEN, 't0', 'a'), problemOf(failed, ANA, 't3', 'a')]).toEqual([
    'a failed',
    'a failed',
  ]);
  failed.record(BEN, 't4', ['a', 'b', 'c', 'd', 'e'].map(write));
  expect(problemOf(failed, BEN, 't4', 'a')).toBeUndefined();
  expect(problemOf(failed, ANA, 't3', 'a')).toBe('a failed');
});
