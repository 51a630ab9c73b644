import type { Query } from '../../search-index.ts';
import type { SoughtWord } from '../../sought-words.ts';
import { soughtWords } from '../../sought-words.ts';
import { ENTITY_TYPE_FIELD } from '../../mapping.ts';
import type { Epoch } from '../epoch.ts';
import { intersectAll } from '../sets/combine.ts';
import { NO_DOCS, countOf, isEmpty } from '../sets/doc-set.ts';
import type { DocSet } from '../sets/doc-set.ts';
import type { SegmentView } from '../segment/segment-view.ts';
import { evaluate } from './evaluate.ts';
import { matchWords } from './word-search.ts';

/** Matching documents of one segment, none of them deleted. */
export interface Matches {
  readonly view: SegmentView;
  readonly docs: DocSet;
  readonly count: number;
  /** Documents may lack some of the words that were asked for. */
  readonly isPartial: boolean;
}

/** Finds the matching documents of every segment. */
export function matchEpoch(epoch: Epoch, query: Query): Matches[] {
  const words = query.words === undefined ? undefined : soughtWords(query.words.text);
  const matches = matchWith(epoch, query, words, 'all');
  if (query.words?.isStrict === true || words === undefined || words.length < 2) return matches;
  return totalOf(matches) > 0 ? matches : matchWith(epoch, query, words, 'any');
}

function matchWith(
  epoch: Epoch,
  query: Query,
  words: readonly SoughtWord[] | undefined,
  which: 'all' | 'any',
): Matches[] {
  return epoch.views.map((view) => {
    const docs = view.liveOf(matchSegment(view, query, words, which));
    return { view, docs, count: countOf(docs, view.segment.size), isPartial: which === 'any' };
  });
}

/** Number of matching documents. */
export function totalOf(matches: readonly Matches[]): number {
  return matches.reduce((sum, { count }) => sum + count, 0);
}

function matchSegment(
  { segment }: SegmentView,
  query: Query,
  words: readonly SoughtWord[] | undefined,
  which: 'all' | 'any',
): DocSet {
  const types = evaluate(segment, {
    kind: 'terms',
    field: ENTITY_TYPE_FIELD,
    values: query.entityTypes,
    ignoreCase: false,
  });
  if (isEmpty(types, segment.size)) return NO_DOCS;
  const sets = [types, evaluate(segment, query.where)];
  if (words !== undefined) {
    const fields = query.words?.fields.map(({ field }) => field) ?? [];
    sets.push(matchWords(segment, words, fields, which));
  }
  return intersectAll(sets, segment.size);
}
