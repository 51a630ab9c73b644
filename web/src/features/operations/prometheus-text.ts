/** One sample of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Parses samples in the Prometheus text format; skips comments and other lines. */
export function parsePrometheusText(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(line);
    if (match === null) return [];
    const [, name = '', labels = '', value = ''] = match;
    const number = value === '+Inf' ? Infinity : Number(value);
    return Number.isNaN(number) ? [] : [{ name, labels: labelsOf(labels), value: number }];
  });
}

function labelsOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

/** Sum of a metric's samples, or of those with these labels; undefined if there are none. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
