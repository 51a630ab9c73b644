import type { Steps } from '../../../../util/concurrency/steps.ts';
import { isTurnOver } from '../../../../util/concurrency/turn-clock.ts';
import type { Expression } from '../../../expression.ts';
import { phraseTest } from '../../../text/phrase-test.ts';
import { phraseWords, queryTerms } from '../../../text/query-terms.ts';
import { uniteAll } from '../../sets/combine.ts';
import { DocCursor } from '../../sets/doc-cursor.ts';
import { NO_DOCS, type DocSet } from '../../sets/doc-set.ts';
import type { Segment } from '../../segment/segment.ts';
import type { AnswerTime } from '../answer-time.ts';
import { documentsOfWords, locateWords, termsOf } from './locate-words.ts';

/** Documents of a segment that match a `words` expression, including deleted ones, in steps; TIMEOUT when the time is up. */
export function* evaluateWords(
  segment: Segment,
  { fields, text, inOrder }: Extract<Expression, { readonly kind: 'words' }>,
  time: AnswerTime,
): Steps<DocSet> {
  if (isTurnOver()) yield;
  time.check();
  const { size } = segment;
  if (!inOrder) {
    return yield* documentsOfWords(
      locateWords(segment, termsOf(queryTerms(text)), fields),
      'all',
      size,
      time,
    );
  }
  const phrase = phraseWords(text);
  const terms = termsOf(phrase.map((word) => ({ text: word, isPrefix: false, variants: [], parts: [] })));
  const sets: DocSet[] = [];
  for (const field of fields) {
    const docs = yield* documentsOfWords(locateWords(segment, terms, [field]), 'all', size, time);
    sets.push(yield* keepPhrases(segment, field, docs, phrase, time));
  }
  return uniteAll(sets, size);
}

/** Documents whose texts are read in one step. */
const DOCUMENTS_PER_STEP = 256;

/** The documents of `docs`, which have all words in the field, with a value that contains the words as a phrase. */
function* keepPhrases(
  segment: Segment,
  field: string,
  docs: DocSet,
  phrase: readonly string[],
  time: AnswerTime,
): Steps<DocSet> {
  const column = segment.texts(field);
  if (column === undefined) return NO_DOCS;
  const known = new Map<number, boolean>();
  const hasPhrase = phraseTest([phrase]);
  const isFit = (ordinal: number): boolean => {
    const before = known.get(ordinal);
    if (before !== undefined) return before;
    time.spend(column.dictionary.byteLength(ordinal));
    const fits = hasPhrase(column.dictionary.get(ordinal));
    known.set(ordinal, fits);
    return fits;
  };
  const kept: number[] = [];
  let looked = 0;
  const cursor = new DocCursor(docs, segment.size);
  for (let doc = cursor.next(); doc >= 0; doc = cursor.next()) {
    if (++looked % DOCUMENTS_PER_STEP === 0) yield;
    if (Array.from(column.ordinalsOf(column.codeOf(doc))).some(isFit)) kept.push(doc);
  }
  return { kind: 'list', docs: Uint32Array.from(kept) };
}
