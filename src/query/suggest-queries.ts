import type { SearchReader, VisibleQuery, WordQuery } from '../search/search-index.ts';
import { foldCase } from '../search/text/analyzer.ts';
import { EditRows } from '../search/text/edit-rows.ts';
import { nameFieldsOf } from '../search/text/word-order.ts';

/** A similar query that finds more. */
export interface Suggestion {
  readonly text: string;
  /** Number of entities that it finds for the caller. */
  readonly frequency: number;
  /** Share of the letters that it keeps, 0 to 1. */
  readonly score: number;
}

type SuggestingIndex = Pick<SearchReader, 'count' | 'similarWords'>;

/** Number of results below which words are considered misspelt. */
const MANY = 4;
/** Factor by which a suggestion finds more. */
const MUCH_MORE = 10;
/** Maximum words of a query that is corrected, and of these, misspelt ones. */
const MOST_WORDS = 8;
const MOST_MISSPELT = 2;
/** Similar words tried for a misspelt one. With them, a search asks the index at most 26 times more. */
const MOST_SIMILAR = 5;
const MOST_SUGGESTED = 3;

/** A word as the index splits texts; words with `*` are not corrected. */
const WORD = /[\p{L}\p{N}\p{M}]{1,255}(?!\*)/gu;

/**
 * Similar queries, best first, where few entities have all words of a query of plain words that has `total` results. Each
 * suggestion finds entities for the caller, with the same filter, so it reveals no word of hidden ones.
 */
export async function suggestQueries(
  query: VisibleQuery,
  total: number,
  index: SuggestingIndex,
): Promise<readonly Suggestion[]> {
  const { words } = query;
  const all = words?.text.match(WORD) ?? [];
  if (words === undefined || all.length === 0 || all.length > MOST_WORDS) return [];
  const countOf = (text: string): Promise<number> =>
    index.count({ ...query, words: { ...words, text, isStrict: true } });
  // The results of several words may have only some of them.
  const found = all.length === 1 ? total : await countOf(words.text);
  if (found >= MANY) return [];
  const counts = all.length === 1 ? [found] : await Promise.all(all.map(countOf));
  const misspelt = [...new Set(all.filter((_, i) => (counts[i] ?? 0) < MANY))];
  if (misspelt.length > MOST_MISSPELT) return [];
  const corrections = await Promise.all(
    misspelt.map((word) => correctionsOf(word, words, { query, index, countOf })),
  );
  const [first = [], second] = corrections;
  // Of two misspelt words, only the best correction of the second is tried.
  const texts = first.map((word) =>
    [word, ...(second?.slice(0, 1) ?? [])].reduce(
      (text, corrected, i) => replaceWord(text, misspelt[i] ?? '', corrected),
      words.text,
    ),
  );
  const suggestions = await Promise.all(
    texts.map(async (text) => ({ text, frequency: await countOf(text), score: likeness(words.text, text) })),
  );
  return suggestions
    .filter(({ frequency }) => frequency > found * MUCH_MORE)
    .sort((a, b) => b.score - a.score || b.frequency - a.frequency)
    .slice(0, MOST_SUGGESTED);
}

/** Similar words in names that the caller may find, best first. */
async function correctionsOf(
  word: string,
  { fields }: WordQuery,
  {
    query,
    index,
    countOf,
  }: { query: VisibleQuery; index: SuggestingIndex; countOf: (text: string) => Promise<number> },
): Promise<readonly string[]> {
  const similar = await index.similarWords({
    entityTypes: query.entityTypes,
    word: foldCase(word),
    fields: nameFieldsOf(fields).map(({ field }) => field),
    most: MOST_SIMILAR,
  });
  const counted = await Promise.all(
    similar.map(async (text) => ({ text, count: await countOf(text), score: likeness(word, text) })),
  );
  return counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.score - a.score || b.count - a.count)
    .map(({ text }) => text);
}

function replaceWord(text: string, word: string, by: string): string {
  return text.replace(WORD, (found) => (found === word ? by : found));
}

/** Share of the letters of a text that another keeps. */
function likeness(text: string, other: string): number {
  const { distance = text.length } = new EditRows(foldCase(text)).distance(foldCase(other), text.length);
  return 1 - distance / Math.max(1, text.length);
}
