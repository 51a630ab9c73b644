import type { TextDictionary } from '../../segment/text-dictionary.ts';

/** Ordinals from `first` to `end` (exclusive). */
interface Run {
  readonly first: number;
  readonly end: number;
}

/**
 * Runs of the texts that start with a folded prefix, ignoring case; ascending, none of them empty. Searches both
 * cases of each byte among the texts that match so far, so the cost depends on the spellings that occur. Undefined
 * unless all texts are ASCII, because case can change the length of other texts: the dictionary must then be
 * scanned.
 */
export function runsIgnoringCase(texts: TextDictionary, folded: string): readonly Run[] | undefined {
  if (!texts.isAscii) return undefined;
  let runs: Run[] = texts.size > 0 ? [{ first: 0, end: texts.size }] : [];
  for (let at = 0; at < folded.length && runs.length > 0; at++) {
    const lower = folded.charCodeAt(at);
    const isLetter = lower >= 0x61 && lower <= 0x7a;
    // Upper case sorts before lower case, so the runs stay in order.
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

/** First ordinal of a run, whose texts agree before `at`, with a byte of at least `byte` at `at`. */
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
