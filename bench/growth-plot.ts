/** Measurements of one catalog. */
export interface Growth {
  readonly entities: number;
  /** Number of sparse properties in addition to the four of the workload. */
  readonly properties: number;
  readonly entitiesPerSecond: number;
  /** The same of each half million. */
  readonly perSecondByHalfMillion: readonly number[];
  readonly residentMiB: number | undefined;
  readonly restart: { readonly readyMs: number; readonly firstAnswerMs: number };
  readonly p50Ms: Readonly<Record<string, number>>;
  /** p50 of a filter and of a facet on one sparse property. */
  readonly sparse?: { readonly filterMs: number; readonly facetMs: number };
}

const WIDTH = 760;
const HEIGHT = 420;
const LEFT = 60;
const RIGHT = 170;
const TOP = 20;
const BOTTOM = 45;
const COLORS = [
  '#1b6ca8',
  '#c1440e',
  '#3a7d44',
  '#8e44ad',
  '#b8860b',
  '#0e8f8f',
  '#a83279',
  '#555555',
  '#d62728',
];

/** SVG with logarithmic axes. The slope of the dashed line is linear growth. */
export function growthPlot(sizes: readonly Growth[]): string {
  const questions = Object.keys(sizes[0]?.p50Ms ?? {});
  const all = sizes.flatMap(({ p50Ms }) => Object.values(p50Ms));
  const x = scale(
    sizes.map(({ entities }) => entities),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scale(all, HEIGHT - BOTTOM, TOP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...ticks(all).map(
      (value) =>
        line(LEFT, y(value), WIDTH - RIGHT, y(value), '#dddddd') +
        label(LEFT - 6, y(value) + 4, `${value} ms`, 'end'),
    ),
    ...sizes.map(
      ({ entities }) =>
        line(x(entities), TOP, x(entities), HEIGHT - BOTTOM, '#dddddd') +
        label(x(entities), HEIGHT - BOTTOM + 16, entities.toLocaleString('en-US'), 'middle'),
    ),
    label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, 'entities', 'middle'),
    ...linear(sizes, all, x, y),
    ...questions.flatMap((question, i) => curve(question, i, sizes, x, y)),
    '</svg>',
    '',
  ].join('\n');
}

type Scale = (value: number) => number;

function scale(values: readonly number[], from: number, to: number): Scale {
  const low = Math.log10(Math.min(...values));
  const high = Math.log10(Math.max(...values));
  return (value) =>
    Number((from + ((Math.log10(value) - low) / Math.max(1e-9, high - low)) * (to - from)).toFixed(1));
}

/** 1, 2 and 5 times powers of ten within the range of the values. */
function ticks(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const powers = Array.from({ length: 9 }, (_, i) => 10 ** (i - 4));
  return powers
    .flatMap((power) => [1, 2, 5].map((factor) => Number((factor * power).toPrecision(1))))
    .filter((value) => value >= low && value <= high);
}

/** Dashed line: linear growth, starting at the fastest answer. */
function linear(sizes: readonly Growth[], all: readonly number[], x: Scale, y: Scale): string[] {
  const first = sizes[0]?.entities ?? 1;
  const least = Math.min(...all);
  const most = Math.max(...all);
  const end = Math.min(sizes.at(-1)?.entities ?? 1, (first * most) / least);
  const path = `M ${x(first)} ${y(least)} L ${x(end)} ${y((least * end) / first)}`;
  return [`<path d="${path}" stroke="#999999" stroke-dasharray="5 4" fill="none"/>`];
}

function curve(question: string, i: number, sizes: readonly Growth[], x: Scale, y: Scale): string[] {
  const color = COLORS[i % COLORS.length] ?? 'black';
  const points = sizes.map(({ entities, p50Ms }) => `${x(entities)},${y(p50Ms[question] ?? 1)}`);
  return [
    `<polyline points="${points.join(' ')}" stroke="${color}" stroke-width="1.8" fill="none"/>`,
    `<rect x="${WIDTH - RIGHT + 14}" y="${TOP + i * 18}" width="12" height="4" fill="${color}"/>`,
    label(WIDTH - RIGHT + 32, TOP + i * 18 + 6, question, 'start'),
  ];
}

function line(x1: number, y1: number, x2: number, y2: number, color: string): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${color}"/>`;
}

function label(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;
}
