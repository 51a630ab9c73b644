import { describe, expect, it } from 'vitest';
import { removalReport, type PropertyGeneration } from './property-generation.ts';
import { parseUrn } from '../urn.ts';

const GENERATION: PropertyGeneration = {
  propertyUrn: parseUrn('urn:li:structuredProperty:p'),
  generation: 4,
  qualifiedName: 'p',
  entityTypes: ['dataset'],
  droppedFrom: [],
};
const ended = { sequence: 9, time: 1000, reason: 'deleted' } as const;

describe('removalReport', () => {
  it('covers ended generations only', () => {
    expect(removalReport(GENERATION, 5000)).toBeUndefined();
    expect(removalReport({ ...GENERATION, ended }, 5000)).toMatchObject({
      state: 'waiting',
      found: 0,
      left: 0,
      rate: 0,
    });
  });

  it('has remaining entities, rate and estimated end', () => {
    const removal = { found: 1000, patched: 400, startedAt: 2000 };
    expect(removalReport({ ...GENERATION, ended, removal }, 4000)).toMatchObject({
      state: 'running',
      left: 600,
      rate: 200,
      estimatedEndAt: 7000,
    });
  });

  it('excludes downtime from the rate', () => {
    const removal = { found: 1000, patched: 600, startedAt: 2000, resumed: { at: 90_000, patched: 400 } };
    expect(removalReport({ ...GENERATION, ended, removal }, 92_000)).toMatchObject({
      rate: 100,
      estimatedEndAt: 96_000,
    });
  });

  it('has no estimate when finished', () => {
    const removal = { found: 1000, patched: 1000, startedAt: 2000, finishedAt: 4000 };
    expect(removalReport({ ...GENERATION, ended, removal }, 99_000)).toMatchObject({
      state: 'finished',
      left: 0,
      rate: 500,
      estimatedEndAt: undefined,
    });
  });
});
