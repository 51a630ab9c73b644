import type { Steps } from '../../../../util/concurrency/steps.ts';
import { foldCase } from '../../../text/analyzer.ts';
import { sortIfNeeded } from '../../build/sort-steps.ts';
import type { Bound, Expression } from '../../../expression.ts';
import { ordinalsContaining } from '../../segment/contains.ts';
import { fitsGlob, longestText, parseGlob } from '../../../text/glob.ts';
import type { NumberDictionary } from '../../segment/number-dictionary.ts';
import { MANY_TEXTS, type TextDictionary } from '../../segment/text-dictionary.ts';
import type { AnswerTime } from '../answer-time.ts';
import { runsIgnoringCase } from './case-runs.ts';
import { NOTHING_SELECTED, selectOrdinals, selectRun, type Selection } from './selection.ts';

/** An expression on a single field. */
export type Leaf = Extract<Expression, { readonly field: string }>;

/** Texts of a dictionary that match an expression, in steps; TIMEOUT when the time is up. */
export function* selectTexts(texts: TextDictionary, leaf: Leaf, time: AnswerTime): Steps<Selection> {
  switch (leaf.kind) {
    case 'exists':
      return selectRun(0, texts.size);
    case 'terms':
      if (leaf.ignoreCase) return selectOrdinals(yield* selectIgnoringCase(texts, leaf.values, time));
      if (leaf.values.length >= MANY_TEXTS) return yield* selectMany(texts, leaf.values);
      return selectOrdinals(leaf.values.map((value) => texts.find(value)));
    case 'pattern':
      return yield* selectPattern(texts, leaf.match, foldCase(leaf.value), time);
    case 'range':
      return selectRange(leaf.lower, leaf.upper, 'string', texts.size, (value, inclusive) =>
        inclusive ? texts.lowerBound(String(value)) : texts.upperBound(String(value)),
      );
    case 'numbers':
      return NOTHING_SELECTED;
  }
}

/** Numbers of a dictionary that match an expression. */
export function selectNumbers(numbers: NumberDictionary, leaf: Leaf): Selection {
  switch (leaf.kind) {
    case 'exists':
      return selectRun(0, numbers.size);
    case 'numbers':
      return selectOrdinals(leaf.values.map((value) => numbers.find(value)));
    case 'range':
      return selectRange(leaf.lower, leaf.upper, 'number', numbers.size, (value, inclusive) =>
        inclusive ? numbers.lowerBound(Number(value)) : numbers.upperBound(Number(value)),
      );
    case 'terms':
    case 'pattern':
      return NOTHING_SELECTED;
  }
}

/** `firstAt` returns the first ordinal at a value (`inclusive`) or after it. */
function selectRange(
  lower: Bound | undefined,
  upper: Bound | undefined,
  type: 'string' | 'number',
  size: number,
  firstAt: (value: string | number, inclusive: boolean) => number,
): Selection {
  const isOfOtherType = (bound: Bound | undefined) => bound !== undefined && typeof bound.value !== type;
  if (isOfOtherType(lower) || isOfOtherType(upper)) return NOTHING_SELECTED;
  const first = lower === undefined ? 0 : firstAt(lower.value, lower.inclusive);
  const end = upper === undefined ? size : firstAt(upper.value, !upper.inclusive);
  return selectRun(first, Math.max(first, end));
}

/** Lists of values, sorted. Each list is looked up in all segments, and to compare its texts takes as long as to look them up. */
const sortedLists = new WeakMap<readonly string[], readonly string[]>();

function* selectMany(texts: TextDictionary, values: readonly string[]): Steps<Selection> {
  const sorted = sortedLists.get(values) ?? (yield* sortIfNeeded(values));
  sortedLists.set(values, sorted);
  const found = yield* texts.findSorted(sorted);
  return { kind: 'list', ordinals: Array.from(found.filter((ordinal) => ordinal >= 0)) };
}

/** Values looked up in one step. */
const TERMS_PER_STEP = 1_024;

function* selectIgnoringCase(
  texts: TextDictionary,
  values: readonly string[],
  time: AnswerTime,
): Steps<readonly number[]> {
  const found: number[] = [];
  for (const [i, value] of values.entries()) {
    if (i % TERMS_PER_STEP === TERMS_PER_STEP - 1) yield;
    for (const ordinal of yield* selectEqual(texts, foldCase(value), time)) found.push(ordinal);
  }
  return found;
}

function* selectEqual(texts: TextDictionary, folded: string, time: AnswerTime): Steps<readonly number[]> {
  const runs = runsIgnoringCase(texts, folded);
  if (runs === undefined) return yield* scanTexts(texts, (text) => foldCase(text) === folded, time);
  return runs.flatMap(({ first }) => (texts.byteLength(first) === folded.length ? [first] : []));
}

function* selectPattern(
  texts: TextDictionary,
  match: 'prefix' | 'suffix' | 'contains' | 'glob',
  folded: string,
  time: AnswerTime,
): Steps<Selection> {
  if (match === 'prefix') return yield* selectPrefix(texts, folded, time);
  if (match === 'glob') return { kind: 'list', ordinals: yield* selectGlob(texts, folded, time) };
  const containing = yield* ordinalsContaining(texts, folded, () => time.check());
  if (match === 'suffix') {
    const isEnd = (text: string): boolean => foldCase(text).endsWith(folded);
    return { kind: 'list', ordinals: yield* scanTexts(texts, isEnd, time, containing) };
  }
  const ordinals = containing ?? (yield* scanTexts(texts, (text) => foldCase(text).includes(folded), time));
  return { kind: 'list', ordinals };
}

function* selectPrefix(texts: TextDictionary, folded: string, time: AnswerTime): Steps<Selection> {
  const runs = runsIgnoringCase(texts, folded);
  const [only] = runs ?? [];
  if (runs?.length === 1 && only !== undefined) return selectRun(only.first, only.end);
  if (runs !== undefined)
    return { kind: 'list', ordinals: runs.flatMap(({ first, end }) => ordinals(first, end)) };
  return {
    kind: 'list',
    ordinals: yield* scanTexts(texts, (text) => foldCase(text).startsWith(folded), time),
  };
}

function* selectGlob(texts: TextDictionary, folded: string, time: AnswerTime): Steps<number[]> {
  const glob = parseGlob(folded);
  const longest = longestText(glob);
  const containing =
    longest === '' ? undefined : yield* ordinalsContaining(texts, longest, () => time.check());
  return yield* scanTexts(texts, (text) => fitsGlob(foldCase(text), glob), time, containing);
}

/** Bytes of texts scanned in one step. */
const BYTES_PER_STEP = 64 * 1024;

/** Scans the texts with the ordinals `among`, or all texts, and returns the ordinals accepted. */
function* scanTexts(
  texts: TextDictionary,
  accepts: (text: string) => boolean,
  time: AnswerTime,
  among?: readonly number[],
): Steps<number[]> {
  const found: number[] = [];
  let bytes = 0;
  const count = among?.length ?? texts.size;
  for (let i = 0; i < count; i++) {
    const ordinal = among?.[i] ?? i;
    const length = texts.byteLength(ordinal);
    bytes += length;
    if (bytes >= BYTES_PER_STEP) {
      bytes = 0;
      yield;
    }
    time.spend(length);
    if (accepts(texts.get(ordinal))) found.push(ordinal);
  }
  return found;
}

function ordinals(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, i) => first + i);
}
