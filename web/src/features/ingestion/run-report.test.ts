import { describe, expect, it } from 'vitest';
import { readReport } from './run-report.ts';

describe('the report of a run', () => {
  it('lists failures before warnings, with their context, and counts what was written', () => {
    const report = {
      source: {
        report: {
          failures: [{ title: 'No access', message: 'Table refused', context: ['people', 'orders'] }],
          warnings: ['old text', { message: 'Slow' }, 7],
        },
      },
      sink: { report: { total_records_written: '12', failures: [{ message: 'Not sent' }] } },
    };
    const { entries, text, written } = readReport(JSON.stringify(report));
    expect(entries).toEqual([
      { tone: 'bad', title: 'No access', text: 'Table refused · people · orders' },
      { tone: 'bad', title: 'Not sent', text: '' },
      { tone: 'warn', title: 'old text', text: '' },
      { tone: 'warn', title: 'Slow', text: '' },
    ]);
    expect(written).toBe(12);
    expect(JSON.parse(text)).toEqual(report);
  });

  it('lists the results of a connection test', () => {
    const report = {
      internal_failure: null,
      basic_connectivity: { capable: true },
      capability_report: {
        Lineage: { capable: false, failure_reason: 'No.', mitigation_message: 'Grant it.' },
      },
    };
    expect(readReport(JSON.stringify(report)).entries).toEqual([
      { tone: 'good', title: 'Connects', text: '' },
      { tone: 'bad', title: 'Lineage', text: 'No. Grant it.' },
    ]);
    const failed = { internal_failure: true, internal_failure_reason: 'Unknown source.' };
    expect(readReport(JSON.stringify(failed)).entries).toMatchObject([
      { tone: 'bad', text: 'Unknown source.' },
    ]);
  });

  it('is shown unchanged if it is not JSON', () => {
    for (const text of ['', 'Traceback', '[]', 'null'])
      expect(readReport(text)).toEqual({ entries: [], written: undefined, text });
  });
});
