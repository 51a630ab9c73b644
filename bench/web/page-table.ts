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
  return markdownTable([head, ...rows]);
}

/** Figures of a checkout. */
export interface Measured {
  readonly slowed: Summaries;
  readonly notSlowed: Summaries;
}

/** Markdown table that compares the figures of two checkouts. */
export function comparedTable(slowdown: number, before: Measured, now: Measured): string {
  const both = (side: keyof Measured, name: string, figure: keyof Summary): readonly Cell[] => [
    before[side][name]?.[figure],
    now[side][name]?.[figure],
  ];
  const rows = Object.keys({ ...now.slowed, ...now.notSlowed }).map((name) => [
    name,
    ...both('slowed', name, 'p50Ms'),
    ...both('notSlowed', name, 'p50Ms'),
    ...both('notSlowed', name, 'processorP50Ms'),
    ...both('notSlowed', name, 'requestsP50'),
  ]);
  const kinds = [`slowed ${slowdown} times`, 'not slowed', 'processor, not slowed', 'requests'];
  return markdownTable([['medians, ms', ...kinds.flatMap((kind) => [`${kind}, before`, 'now'])], ...rows]);
}

type Cell = string | number | undefined;

/** Numbers are aligned at the right. */
function markdownTable([head = [], ...rows]: readonly (readonly Cell[])[]): string {
  const text = (cell: Cell): string =>
    typeof cell === 'number' ? cell.toLocaleString('en-US') : (cell ?? '');
  return [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.map(text).join(' | ')} |`)
    .join('\n');
}
