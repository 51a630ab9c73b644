import { describe, expect, it } from 'vitest';
import { parseUrn } from '../model/urn.ts';
import { ExistenceChangedError, requireSameExistence } from './unless-existence-changed.ts';

const [there, gone] = [parseUrn('urn:li:tag:there'), parseUrn('urn:li:tag:gone')];
const created = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };
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
