/** Figures of one measurement, as the results file has them. */
export interface Summary {
  readonly p50Ms?: number;
  readonly p95Ms?: number;
  readonly processorP50Ms?: number;
  readonly requestsP50?: number;
}

/** Summaries by the name of what was measured. */
export type Summaries = Readonly<Record<string, Summary>>;

/** Markdown table of the figures of one checkout; `slowed` with the slowed page, `notSlowed` without. */
export function pageTable(slowdown: number, slowed: Summaries, notSlowed: Summaries): string {
  const rows = Object.keys({ ...slowed, ...notSlowed }).map((name) => {
    const [slow, fast] = [slowed[name], notSlowed[name]];
    return [name, slow?.p50Ms, slow?.p95Ms, fast?.p50Ms, fast?.processorP50Ms, fast?.requestsP50];
  });
  const head = [
    'medians, ms',
    `slowed ${slowdown} times`,
    'p95 of it',
    'not slowed',
    'processor, not slowed',
    'requests',
  ];
  return [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.map((cell) => cell ?? '').join(' | ')} |`)
    .join('\n');
}
