import type { SimilarWordsRequest } from '../../search-index.ts';
import { mostEdits } from '../../text/edit-rows.ts';
import type { Columns } from '../document/columns.ts';
import { FIELDS } from '../document/layout.ts';
import { fieldPrefix, wordTerm } from '../document/terms.ts';
import { askOne, type Ask } from './answer.ts';
import { EVERYTHING } from './clause.ts';

/** Candidates of each shard; the best of them are returned. */
const MOST_PER_SHARD = 50;

/** Finds similar words by the engine's term suggester, which orders them by similarity. */
export async function findSimilarWords(
  ask: Ask,
  { fields, most, word }: SimilarWordsRequest,
  columns: Columns,
): Promise<readonly string[]> {
  const edits = mostEdits(word);
  const searched = fields.filter((field) => columns.mayHaveWords(field));
  if (edits === 0 || searched.length === 0) return [];
  const suggesters = searched.map((field, i) => {
    const term = {
      field: FIELDS.words,
      analyzer: 'keyword',
      suggest_mode: 'always',
      string_distance: 'damerau_levenshtein',
      max_edits: edits,
      prefix_length: fieldPrefix(field).length,
      min_word_length: 1,
      shard_size: MOST_PER_SHARD,
      size: most,
    };
    return [`f${i}`, { text: wordTerm(field, word), term }] as const;
  });
  const answer = await askOne(ask, {
    query: EVERYTHING,
    size: 0,
    track_total_hits: false,
    suggest: Object.fromEntries(suggesters),
  });
  const found = searched.flatMap((field, i) =>
    (answer.suggest?.[`f${i}`] ?? []).flatMap(({ options }) =>
      options.map(({ score, text }) => ({ score, text: text.slice(fieldPrefix(field).length) })),
    ),
  );
  found.sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  return [...new Set(found.map(({ text }) => text))].filter((text) => text !== word).slice(0, most);
}
