/** Percentile by nearest rank: the value below which the given share of the samples lies. NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Geometric mean, for ratios: 2 and 0.5 cancel out. */
export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** Rounds to this many significant digits. */
export function round(value: number, digits = 3): number {
  return Number(value.toPrecision(digits));
}

/** Latency of requests. */
export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Summarizes request latencies, in ms. */
export function latenciesOf(times: readonly number[]): Latencies {
  return {
    count: times.length,
    p50Ms: round(quantile(times, 0.5)),
    p99Ms: round(quantile(times, 0.99)),
    maxMs: round(quantile(times, 1)),
  };
}
