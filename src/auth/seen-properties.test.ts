import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../model/scope.ts';
import type { JobReport } from '../model/maintenance/job-report.ts';
import { parseUrn } from '../model/urn.ts';
import type { Maintenance } from './maintenance.ts';
import { visibleMaintenance } from './seen-properties.ts';

const HIDDEN = parseUrn('urn:li:structuredProperty:hidden');
const SHOWN = parseUrn('urn:li:structuredProperty:shown');

describe('maintenance for operators who may not read every property', () => {
  const mappings = [HIDDEN, SHOWN].map((propertyUrn) => ({ propertyUrn, field: 'f', values: 1 }));
  const report: JobReport = {
    ...{ id: 1, kind: 'system-update', state: 'succeeded', phase: 'p', done: 1, total: 1 },
    ...{ startedAt: 1, finishedAt: 2, error: undefined },
    result: { steps: [{ id: 'clean-indices', kept: mappings, dropped: mappings }], names: ['a'] },
  };
  const scope = {
    ...EVERYTHING,
    seesEveryProperty: false,
    assignmentFilter: (urn: string) => (urn === HIDDEN ? [] : undefined),
  };
  const unused = () => {
    throw new Error('not asked for');
  };
  const maintenance: Maintenance = {
    mappings: unused,
    startSystemUpdate: unused,
    startDoctor: unused,
    repairIndex: unused,
    applyRetention: unused,
    report: () => Promise.resolve(report),
  };

  it('omits hidden properties from job reports', async () => {
    const shown = mappings.slice(1);
    expect(await visibleMaintenance(maintenance, scope).report('system-update')).toEqual({
      ...report,
      result: { steps: [{ id: 'clean-indices', kept: shown, dropped: shown }], names: ['a'] },
    });
    expect(await visibleMaintenance(maintenance, EVERYTHING).report('system-update')).toBe(report);
  });
});
