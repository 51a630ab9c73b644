import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import { isPlainWords } from '../../query/language/query-text.ts';
import { PLAIN_FLAGS } from '../../query/metadata-query.ts';
import type { Suggestion as SimilarQuery } from '../../query/suggest-queries.ts';
import { list } from '../input-types.ts';
import { checkTextLength } from '../list-limits.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, TEXT, described, objectOf, oneOf } from '../shapes.ts';
import { checkWholeNumber } from '../../util/whole-number.ts';
import type { Reading } from '../work.ts';
import { findByName, matchingName, nameFieldsOf } from './find-by-name.ts';
import { findEntities, plainSearch } from './find-entities.ts';
import { because } from '../../refusals.ts';

/** Maximum length of the text, in UTF-16 code units: no one types a longer name. */
const LONGEST_TEXT = 255;

/** Maximum and default number of suggestions of each kind. */
const MOST_SUGGESTED = 20;
const DEFAULT_SUGGESTED = 5;

/** Entity types of each kind of suggestion, in the order of the response. */
const TYPES_OF_KIND = {
  ASSETS: [
    'dataset',
    'dashboard',
    'chart',
    'container',
    'dataFlow',
    'dataJob',
    'dataProduct',
    'mlModel',
    'mlModelGroup',
    'mlFeatureTable',
    'mlFeature',
    'notebook',
    'document',
  ],
  VOCABULARY: ['domain', 'glossaryTerm', 'glossaryNode', 'tag', 'application', 'businessAttribute'],
  PROPERTIES: ['structuredProperty'],
  VIEWS: ['dataHubView'],
  PEOPLE: ['corpuser', 'corpGroup'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A kind of suggestion. */
export type SuggestionKind = keyof typeof TYPES_OF_KIND;

const KINDS = Object.keys(TYPES_OF_KIND) as readonly SuggestionKind[];

/** An entity that completes the text. */
export interface NamedEntity {
  readonly urn: Urn;
  /** The name that matches, or the first one. */
  readonly name: string;
}

/** Suggestions of one kind, best first. */
export interface SuggestionGroup {
  readonly kind: SuggestionKind;
  readonly suggestions: readonly NamedEntity[];
}

/** Suggestions for a text that a person types. */
export interface Suggestions {
  /** Kinds without suggestions are omitted. */
  readonly groups: readonly SuggestionGroup[];
  /** Similar queries that find more, if no name matches. */
  readonly didYouMean: readonly SimilarQuery[];
}

/** Entities whose names complete a text, by kind; similar texts if there are none. */
export const suggest = defineRead({
  name: 'suggest',
  summary:
    'Suggests assets, vocabulary, properties, views and people by name, or similar texts if none match.',
  input: () =>
    objectOf({
      text: described(`What was typed, at most ${LONGEST_TEXT} characters; empty: no suggestions.`, TEXT),
      kinds: v.nullish(described('Kinds of suggestions; omitted or empty: all.', list(oneOf(KINDS)))),
      limit: v.nullish(
        described(
          `Maximum number of suggestions of each kind, at most ${MOST_SUGGESTED}; default: ${DEFAULT_SUGGESTED}.`,
          NUMBER,
        ),
        DEFAULT_SUGGESTED,
      ),
    }),
  limits: ({ text, kinds, limit }) => {
    checkTextLength('text', text, LONGEST_TEXT, 'Search for longer texts.');
    if ((kinds?.length ?? 0) > KINDS.length) {
      throw invalidRequest(
        `'kinds' must name each kind once, but it has ${kinds?.length}.`,
        'kinds',
        because('INPUT_REPEATED', { name: 'kinds' }),
      );
    }
    checkWholeNumber('limit', limit, 1, MOST_SUGGESTED);
  },
  isLong: true,
  run: async ({ text: typed, kinds, limit }, reading) => {
    const text = typed.trim();
    if (text === '') return { groups: [], didYouMean: [] };
    const wanted = kinds && kinds.length > 0 ? KINDS.filter((kind) => kinds.includes(kind)) : KINDS;
    const found = await Promise.all(wanted.map((kind) => suggestOf(kind, text, limit, reading)));
    const groups = found.filter(({ suggestions }) => suggestions.length > 0);
    return { groups, didYouMean: groups.length > 0 ? [] : await similarTo(text, wanted, reading) };
  },
});

async function suggestOf(
  kind: SuggestionKind,
  text: string,
  limit: number,
  reading: Reading,
): Promise<SuggestionGroup> {
  const { query, scope, settings } = reading;
  const entityTypes = typesOf(kind, settings.registry);
  const fields = nameFieldsOf(entityTypes, settings.registry);
  const search = { entityTypes, text, filter: [], lifecycle: 'published', limit } as const;
  const entities = await findByName(search, fields, (listing) => findEntities(listing, reading));
  const aspectNames = [...new Set(fields.map(({ aspectName }) => aspectName))];
  const urns = entities.map(({ urn }) => urn);
  const aspects = await query.getEntities(urns, aspectNames, scope);
  const suggestions = entities.flatMap(({ urn }) => {
    const name = matchingName(aspects.get(urn), text, fields);
    return name === undefined ? [] : [{ urn, name }];
  });
  return { kind, suggestions };
}

async function similarTo(
  text: string,
  kinds: readonly SuggestionKind[],
  { query, scope, settings }: Reading,
): Promise<readonly SimilarQuery[]> {
  const entityTypes = kinds.flatMap((kind) => typesOf(kind, settings.registry));
  if (entityTypes.length === 0 || !isPlainWords(text)) return [];
  const flags = { ...PLAIN_FLAGS, fulltext: true, getSuggestions: true, lifecycle: 'published' } as const;
  const search = plainSearch({ entityTypes, query: text, count: 0 });
  return (await query.search({ ...search, flags }, scope)).suggestions;
}

/** Entity types of a kind that the registry has. */
function typesOf(kind: SuggestionKind, { entities }: EntityRegistry): readonly string[] {
  return TYPES_OF_KIND[kind].filter((type) => entities.has(type));
}
