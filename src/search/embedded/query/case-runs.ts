import type { TextDictionary } from '../segment/text-dictionary.ts';

/** Ordinals from `first` up to but not including `end`. */
interface Run {
  readonly first: number;
  readonly end: number;
}

/**
 * Runs of the texts that start with a folded prefix in any case, ascending and never empty; undefined when the
 * dictionary must be read through instead. Byte by byte, both cases are searched among the texts that share what
 * came before, so the cost follows the spellings that occur. Only ASCII: beyond it, case changes the length of texts.
 */
export function runsIgnoringCase(texts: TextDictionary, folded: string): readonly Run[] | undefined {
  if (!texts.isAscii) return undefined;
  let runs: Run[] = texts.size > 0 ? [{ first: 0, end: texts.size }] : [];
  for (let at = 0; at < folded.length && runs.length > 0; at++) {
    const lower = folded.charCodeAt(at);
    const isLetter = lower >= 0x61 && lower <= 0x7a;
    // Capitals sort before small letters, so the runs stay in order.
    const bytes = isLetter ? [lower - 0x20, lower] : [lower];
    runs = runs.flatMap((run) => bytes.flatMap((byte) => narrow(texts, run, at, byte)));
  }
  return runs;
}

function narrow(texts: TextDictionary, run: Run, at: number, byte: number): Run[] {
  const first = firstAtLeast(texts, run, at, byte);
  const end = firstAtLeast(texts, { first, end: run.end }, at, byte + 1);
  return first < end ? [{ first, end }] : [];
}

/** First ordinal of a run with a common start whose byte at this place is at least `byte`. */
function firstAtLeast(texts: TextDictionary, run: Run, at: number, byte: number): number {
  let low = run.first;
  let high = run.end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (texts.byteAt(middle, at) < byte) low = middle + 1;
    else high = middle;
  }
  return low;
}
