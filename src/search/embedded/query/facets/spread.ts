import type { Spread, SpreadRequest } from '../../../search-index.ts';
import { countValues } from './count-values.ts';
import type { Matches } from '../match.ts';

/** The numbers of one segment, ascending, and the number of matches with each. */
interface CountedNumbers {
  readonly numbers: Float64Array;
  readonly counts: Uint32Array;
}

/** Distribution of the numbers of a field among the matches; undefined when there is none. */
export function spreadOf(
  matches: readonly Matches[],
  { field, quantiles }: SpreadRequest,
): Spread | undefined {
  const counted = matches.flatMap(({ view, docs, count }): CountedNumbers[] => {
    const column = count === 0 ? undefined : view.segment.numbers(field);
    return column === undefined
      ? []
      : [{ numbers: column.dictionary.sorted, counts: countValues(column, docs) }];
  });
  const values = counted.reduce((sum, { counts }) => sum + sumOf(counts), 0);
  if (values === 0) return undefined;
  // Nearest-rank quantiles.
  const ranks = [0, ...quantiles, 1].map((quantile) => Math.max(1, Math.ceil(quantile * values)));
  const [min = 0, ...others] = numbersAt(counted, ranks);
  return { values, min, max: others.at(-1) ?? min, quantiles: others.slice(0, -1) };
}

function sumOf(counts: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i] ?? 0;
  return sum;
}

/** The numbers at these ranks, counted from 1 over all segments. */
function numbersAt(counted: readonly CountedNumbers[], ranks: readonly number[]): number[] {
  const order = ranks.map((_, i) => i).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const found = ranks.map(() => 0);
  let next = 0;
  let passed = 0;
  for (const { number, count } of ascending(counted)) {
    passed += count;
    for (let rank = order[next]; rank !== undefined && (ranks[rank] ?? 0) <= passed; rank = order[++next]) {
      found[rank] = number;
    }
    if (next >= order.length) break;
  }
  return found;
}

/** Merges the numbers of all segments, ascending; equal numbers of several segments are separate items. */
function* ascending(counted: readonly CountedNumbers[]): Generator<{ number: number; count: number }> {
  const at = counted.map(() => 0);
  for (;;) {
    let least = -1;
    let number = Infinity;
    counted.forEach(({ numbers, counts }, i) => {
      let ordinal = at[i] ?? 0;
      while (ordinal < numbers.length && counts[ordinal] === 0) ordinal++;
      at[i] = ordinal;
      const candidate = numbers[ordinal];
      if (candidate === undefined || (least >= 0 && candidate >= number)) return;
      least = i;
      number = candidate;
    });
    if (least < 0) return;
    const ordinal = at[least] ?? 0;
    yield { number, count: counted[least]?.counts[ordinal] ?? 0 };
    at[least] = ordinal + 1;
  }
}
