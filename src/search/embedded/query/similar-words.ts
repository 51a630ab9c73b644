import type { Steps } from '../../../util/concurrency/steps.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import type { SimilarWordsRequest } from '../../search-index.ts';
import { EditRows, mostEdits } from '../../text/edit-rows.ts';
import type { Epoch } from '../epoch.ts';
import type { TextDictionary } from '../segment/text-dictionary.ts';
import type { AnswerTime } from './answer-time.ts';

/**
 * Words of the dictionaries that a request reads; the rest is not searched. Words that share a beginning too different from the
 * requested word are skipped unread, so that the two letters that may be wrong in a dictionary of a million words take fewer.
 */
export const MOST_WORDS_READ = 50_000;

/** Finds similar words in the dictionaries of an epoch, in steps. TIMEOUT when the time is up. */
export function* findSimilarWords(
  epoch: Epoch,
  { fields, most, word }: SimilarWordsRequest,
  time: AnswerTime,
): Steps<readonly string[]> {
  const limit = mostEdits(word);
  const found = new Map<string, number>();
  const rows = new EditRows(word);
  let left = limit === 0 ? 0 : MOST_WORDS_READ;
  for (const { segment } of epoch.views) {
    for (const field of fields) {
      const dictionary = segment.words(field)?.dictionary;
      if (dictionary !== undefined) left = yield* readSimilar(dictionary, rows, { found, left, limit }, time);
    }
  }
  const nearest = [...found].sort(([a, near], [b, far]) => near - far || (a < b ? -1 : 1));
  return nearest.slice(0, most).map(([text]) => text);
}

interface Search {
  /** Distances of the words found. */
  readonly found: Map<string, number>;
  /** Number of words that may still be read. */
  readonly left: number;
  readonly limit: number;
}

/** Adds the similar words of one dictionary; returns how many may still be read. */
function* readSimilar(
  dictionary: TextDictionary,
  rows: EditRows,
  { found, left, limit }: Search,
  time: AnswerTime,
): Steps<number> {
  let rest = left;
  for (let ordinal = 0; ordinal < dictionary.size && rest > 0; rest--) {
    if (isTurnOver()) yield;
    time.spend(dictionary.byteLength(ordinal));
    const text = dictionary.get(ordinal);
    const { beyond, distance } = rows.distance(text, limit);
    if (distance !== undefined && distance > 0) found.set(text, distance);
    // No word with this beginning is near.
    ordinal = beyond === undefined ? ordinal + 1 : dictionary.upperBound(`${text.slice(0, beyond)}\uffff`);
  }
  return rest;
}
