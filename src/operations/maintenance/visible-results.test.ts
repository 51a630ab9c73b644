import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../model/scope.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import { parseUrn } from '../../model/urn.ts';
import { visibleElements, visibleReport } from './visible-results.ts';

const HIDDEN = parseUrn('urn:li:structuredProperty:hidden');
const SHOWN = parseUrn('urn:li:structuredProperty:shown');

describe('results of maintenance for operators who may not read every property', () => {
  const mappings = [HIDDEN, SHOWN].map((propertyUrn) => ({ propertyUrn, field: 'f', values: 1 }));
  const shown = mappings.slice(1);
  const report: JobReport = {
    id: 1,
    kind: 'system-update',
    state: 'succeeded',
    phase: 'p',
    done: 1,
    total: 1,
    startedAt: 1,
    finishedAt: 2,
    error: undefined,
    result: { steps: [{ id: 'clean-indices', kept: mappings, dropped: mappings }], names: ['a'] },
  };
  const scope = {
    ...EVERYTHING,
    seesEveryProperty: false,
    assignmentFilter: (urn: string) => (urn === HIDDEN ? [] : undefined),
  };

  it('omit hidden properties from job reports', () => {
    expect(visibleReport(report, scope)).toEqual({
      ...report,
      result: { steps: [{ id: 'clean-indices', kept: shown, dropped: shown }], names: ['a'] },
    });
    expect(visibleReport(report, EVERYTHING)).toBe(report);
  });

  it('omit the mappings of hidden properties', () => {
    expect(visibleElements(mappings, scope)).toEqual(shown);
    expect(visibleElements(mappings, EVERYTHING)).toEqual(mappings);
  });
});
