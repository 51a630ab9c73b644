import { isObject } from '../../api/is-object.ts';
import { jsonOrText } from '../../api/json-or-text.ts';

/** A failure or warning of a run, or a capability that a connection test checked. */
export interface ReportEntry {
  readonly tone: 'bad' | 'warn' | 'good';
  readonly title: string;
  readonly text: string;
}

/** Summary of an executor's report. */
export interface RunReport {
  readonly entries: readonly ReportEntry[];
  /** Number of written records; undefined if not reported. */
  readonly written: number | undefined;
  /** The full report, formatted. */
  readonly text: string;
}

/** Parses the report of a run or of a connection test; text that is not JSON is returned unchanged. */
export function readReport(serialized: string): RunReport {
  const report = jsonOrText(serialized);
  if (!isObject(report)) return { entries: [], written: undefined, text: serialized };
  const parts = [report['source'], report['sink']].flatMap((part) =>
    isObject(part) && isObject(part['report']) ? [part['report']] : [],
  );
  const written = parts.map((part) => Number(part['total_records_written'])).find(Number.isFinite);
  return {
    entries: [
      ...parts.flatMap((part) => problemsIn(part['failures'], 'bad')),
      ...parts.flatMap((part) => problemsIn(part['warnings'], 'warn')),
      ...connectionIn(report),
    ],
    written,
    text: JSON.stringify(report, undefined, 2),
  };
}

/** Failures or warnings: objects with a message, or texts. */
function problemsIn(list: unknown, tone: 'bad' | 'warn'): ReportEntry[] {
  const items = Array.isArray(list) ? (list as readonly unknown[]) : [];
  return items.flatMap((item) => {
    if (typeof item === 'string') return [{ tone, title: item, text: '' }];
    if (!isObject(item)) return [];
    const context = Array.isArray(item['context']) ? item['context'].filter(isText) : [];
    const [title, ...rest] = [item['title'], item['message'], ...context].filter(isText);
    return title === undefined ? [] : [{ tone, title, text: rest.join(' · ') }];
  });
}

/** Results of a connection test: whether it connects, and the source's capabilities. */
function connectionIn(report: Readonly<Record<string, unknown>>): ReportEntry[] {
  const { basic_connectivity: basic, capability_report: capabilities, internal_failure: failed } = report;
  const reason = report['internal_failure_reason'];
  return [
    ...(failed === true
      ? [{ tone: 'bad' as const, title: 'Test failed', text: isText(reason) ? reason : '' }]
      : []),
    ...capabilityIn('Connects', basic),
    ...Object.entries(isObject(capabilities) ? capabilities : {}).flatMap(([name, one]) =>
      capabilityIn(name, one),
    ),
  ];
}

function capabilityIn(title: string, tried: unknown): ReportEntry[] {
  if (!isObject(tried)) return [];
  const text = [tried['failure_reason'], tried['mitigation_message']].filter(isText).join(' ');
  return [{ tone: tried['capable'] === true ? 'good' : 'bad', title, text }];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
