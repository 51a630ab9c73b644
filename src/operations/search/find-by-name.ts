import type { EntityAspects } from '../../model/aspect.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { EntityRegistry, SearchableField } from '../../model/entity-registry.ts';
import type { Filter, FilterOperator } from '../../model/filter.ts';
import type { LifecycleChoice } from '../../query/metadata-query.ts';
import { memberAt, words } from '../../util/json/json-members.ts';
import type { FoundPage, Listing } from './find-entities.ts';

/** A search for entities by a part of their names. */
export interface NameSearch {
  /** Names of entity types of the registry. */
  readonly entityTypes: readonly string[];
  /** What was typed. An empty text or `*` matches every entity. */
  readonly text: string;
  readonly filter: Filter;
  readonly lifecycle: LifecycleChoice;
  /** Maximum number of entities. */
  readonly limit: number;
}

/** A member of an aspect that holds names. */
export interface NameField {
  readonly aspectName: string;
  readonly field: SearchableField;
  readonly isKey: boolean;
}

/** Finds one page of matching entities. */
export type Find = (listing: Listing) => Promise<FoundPage>;

/**
 * Finds entities by name, up to `limit`: names equal to the text, then names that start with it, then names with its words
 * (the last as a prefix), then names that contain it; all ignoring case.
 */
export async function findByName(
  search: NameSearch,
  fields: readonly NameField[],
  find: Find,
): Promise<readonly EntityReference[]> {
  const text = search.text.trim();
  const names = [...new Set(fields.map(({ field }) => field.fieldName))];
  if (names.length === 0 || search.limit === 0) return [];
  const found = new Map<string, EntityReference>();
  const isEverything = text === '' || text === '*';
  const steps = isEverything ? [everything] : STEPS;
  for (const step of steps) {
    const listing = step(text, names, search.filter);
    if (listing === undefined) continue;
    const { entities } = await find({
      ...listing,
      entityTypes: search.entityTypes,
      lifecycle: search.lifecycle,
      typed: text,
      count: search.limit,
    });
    for (const entity of entities) if (found.size < search.limit) found.set(entity.urn, entity);
    if (found.size >= search.limit) break;
  }
  return [...found.values()];
}

/** A name that people see and type, although the model does not declare it for autocompletion. */
const QUALIFIED_NAME = 'qualifiedName';

/**
 * Fields with the names of these types, those for people first: fields with `enableAutocomplete` and qualified names, or `name`
 * in a type that has neither; `only`: the one with this name.
 */
export function nameFieldsOf(
  entityTypes: readonly string[],
  registry: EntityRegistry,
  only?: string,
): readonly NameField[] {
  const fields = entityTypes.flatMap((entityType) => {
    const spec = registry.entities.get(entityType);
    const all = [...(spec?.aspects.values() ?? [])].flatMap(({ name, searchable }) =>
      searchable.map((field) => ({ aspectName: name, field, isKey: name === spec?.keyAspect.name })),
    );
    if (only !== undefined) return all.filter(({ field }) => field.fieldName === only);
    const declared = all.filter(
      ({ field }) => field.enableAutocomplete || field.fieldName === QUALIFIED_NAME,
    );
    return declared.length > 0 ? declared : all.filter(({ field }) => field.fieldName === 'name');
  });
  return fields.sort((a, b) => rankOf(a) - rankOf(b));
}

/** Names for people come first, then qualified names, then those in keys. */
function rankOf({ field, isKey }: NameField): number {
  if (isKey) return 2;
  return field.fieldName === QUALIFIED_NAME ? 1 : 0;
}

/** The first name of an entity that contains the text, else its first name; undefined if it has none. */
export function matchingName(
  aspects: EntityAspects | undefined,
  text: string,
  fields: readonly NameField[],
): string | undefined {
  const wanted = text === '*' ? '' : text.toLowerCase();
  const values = fields.flatMap(
    ({ aspectName, field }) => words(memberAt(aspects?.get(aspectName)?.value, field.path)) ?? [],
  );
  return values.find((value) => value.toLowerCase().includes(wanted)) ?? values[0];
}

/** Makes the listing of a step; undefined if the text has nothing that it could find. */
type Step = (
  text: string,
  names: readonly string[],
  filter: Filter,
) => Pick<Listing, 'filter' | 'query'> | undefined;

const everything: Step = (_text, _names, filter) => ({ filter: filter.filter((all) => all.length > 0) });

/** A word, or the next part of a long one: V8's stack overflows on a match of millions of characters. */
const WORD = /[\p{L}\p{N}\p{M}]{1,255}/gu;

/** Maximum words searched for in each name field: matching the first 50 is specific enough. */
const MOST_WORDS = 50;

/** Names with the words in any order; the last word is a prefix. */
const withWords: Step = (text, names, filter) => {
  const typed = (text.toLowerCase().match(WORD) ?? []).slice(0, MOST_WORDS);
  if (typed.length === 0) return undefined;
  const query = names.map((field) => `${field}:(${typed.join(' ')}*)`);
  return { filter, query: `/q ${query.join(' OR ')}` };
};

const STEPS: readonly Step[] = [named('IEQUAL'), named('START_WITH'), withWords, named('CONTAIN')];

/** Names that match the text by the operator. */
function named(operator: FilterOperator): Step {
  return (text, names, filter) => ({
    filter: names.flatMap((field) => {
      const one = { field, operator, values: [text], negated: false };
      return filter.length === 0 ? [[one]] : filter.map((all) => [one, ...all]);
    }),
  });
}
