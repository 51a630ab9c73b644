import { describe, expect, it } from 'vitest';
import { FakeState } from '../../test/support/memory/fake-state.ts';
import type { Decide } from '../store/metadata-store.ts';
import { parseUrn } from '../model/urn.ts';
import {
  ChangedSinceError,
  unlessChanged,
  ExistenceChangedError,
  requireSameExistence,
} from './unless-changed.ts';

const created = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };
const decide: Decide<string> = () => ({ writes: [], entries: [], created, result: 'done' });

describe('a decision that must follow a commit', () => {
  it('throws unless its commit directly follows', () => {
    const guarded = unlessChanged(7, decide);
    expect(guarded(new FakeState(), 8).result).toBe('done');
    expect(() => guarded(new FakeState(), 9)).toThrow(ChangedSinceError);
    expect(() => guarded(new FakeState(), 9)).toThrow('The catalog has changed since sequence 7.');
  });

  it('is not checked without a sequence', () => {
    expect(unlessChanged(undefined, decide)).toBe(decide);
  });
});

const [there, gone] = [parseUrn('urn:li:tag:there'), parseUrn('urn:li:tag:gone')];
const systemMetadata = { lastObserved: 1, runId: 'r', version: '1' };
const state = {
  entity: (urn: typeof there) => (urn === there ? { urn, created, systemMetadata } : undefined),
};
const check = (existed: readonly (typeof there)[] | undefined) => () =>
  requireSameExistence([there, gone], existed && new Set(existed), state);

describe('requireSameExistence', () => {
  it('throws unless exactly the given entities exist', () => {
    expect(check([there])).not.toThrow();
    expect(check(undefined)).not.toThrow();
    expect(check([there, gone])).toThrow(ExistenceChangedError);
    expect(check([])).toThrow(`${there} was created or deleted concurrently`);
  });
});
