import type { SearchableField } from '../../../../model/entity-registry.ts';
import type { Filter, FilterOperator } from '../../../../model/filter.ts';
import { isJsonObject, type JsonValue } from '../../../../util/json.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import type { Listing } from '../../../../operations/search/find-entities.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';

/** An autocomplete request. */
export interface Beginning extends Required<Pick<Listing, 'lifecycle'>> {
  readonly entityType: string;
  readonly query: string;
  /** The only search field to match; undefined: all fields with `enableAutocomplete`. */
  readonly field: string | undefined;
  readonly filter: Filter;
  readonly limit: number;
}

/** The matches of an autocomplete request. */
export interface Completion {
  /** Matching names, without duplicates. */
  readonly suggestions: readonly string[];
  readonly entities: readonly EntityReference[];
}

interface NameField {
  readonly aspectName: string;
  readonly field: SearchableField;
}

/**
 * Finds entities of a type by name, up to `limit`: first names that start with the text, then names with its words (the
 * last as a prefix), then names that contain it. An empty text or `*` matches every entity.
 */
export async function complete(beginning: Beginning, context: GraphqlContext): Promise<Completion> {
  const fields = nameFields(beginning, context);
  const text = beginning.query.trim();
  if (fields.length === 0 || beginning.limit === 0) return { suggestions: [], entities: [] };
  const found = new Map<string, EntityReference>();
  for (const step of [named('START_WITH'), withWords, named('CONTAIN')]) {
    for (const entity of await step(text, fields, beginning, context)) {
      if (found.size < beginning.limit) found.set(entity.urn, entity);
    }
    if (found.size >= beginning.limit || text === '' || text === '*') break;
  }
  const entities = [...found.values()];
  return { entities, suggestions: await suggestions(entities, text, fields, context) };
}

type Step = (
  text: string,
  fields: readonly NameField[],
  beginning: Beginning,
  context: GraphqlContext,
) => Promise<readonly EntityReference[]>;

/** Finds entities with a name that matches the text by the operator; all entities for an empty text or `*`. */
function named(operator: FilterOperator): Step {
  return async (text, fields, { entityType, filter, lifecycle, limit }, context) => {
    const matching: Filter =
      text === '' || text === '*'
        ? [[]]
        : namesOf(fields).map((field) => [{ field, operator, values: [text], negated: false }]);
    const both = matching.flatMap((one) =>
      filter.length === 0 ? [one] : filter.map((all) => [...one, ...all]),
    );
    const conditions = both.filter((all) => all.length > 0);
    const listing = { entityTypes: [entityType], typed: text, filter: conditions, lifecycle, count: limit };
    return (await context.run(listEntities, listing)).entities;
  };
}

/** A word, or the next part of a long one: V8's stack overflows on a match of millions of characters. */
const WORD = /[\p{L}\p{N}\p{M}]{1,255}/gu;

/** Maximum words searched for in each name field: matching the first 50 is specific enough. */
const MOST_WORDS = 50;

/** Finds entities with a name that has the words in any order; the last word is a prefix. */
const withWords: Step = async (text, fields, { entityType, filter, lifecycle, limit }, context) => {
  const words = (text.toLowerCase().match(WORD) ?? []).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const query = namesOf(fields).map((field) => `${field}:(${words.join(' ')}*)`);
  const listing = {
    entityTypes: [entityType],
    filter,
    lifecycle,
    count: limit,
    query: `/q ${query.join(' OR ')}`,
    typed: text,
  };
  return (await context.run(listEntities, listing)).entities;
};

function namesOf(fields: readonly NameField[]): readonly string[] {
  return [...new Set(fields.map(({ field }) => field.fieldName))];
}

/** For each entity, in order, the first name that contains the text, else its first name; without duplicates. */
async function suggestions(
  entities: readonly EntityReference[],
  text: string,
  fields: readonly NameField[],
  context: GraphqlContext,
): Promise<readonly string[]> {
  const aspectNames = [...new Set(fields.map(({ aspectName }) => aspectName))];
  const aspects = await context.run(getEntities, { urns: entities.map(({ urn }) => urn), aspectNames });
  const wanted = text === '*' ? '' : text.toLowerCase();
  const texts = entities.flatMap(({ urn }) => {
    const values = fields.flatMap(({ aspectName, field }) =>
      textAt(aspects.get(urn)?.get(aspectName)?.value, field.path),
    );
    return values.find((value) => value.toLowerCase().includes(wanted)) ?? values[0] ?? [];
  });
  return [...new Set(texts)];
}

/** The requested field, or all fields with `enableAutocomplete`; fields of the key aspect come last. */
function nameFields(
  { entityType, field: only }: Beginning,
  { settings }: GraphqlContext,
): readonly NameField[] {
  const spec = settings.registry.entities.get(entityType);
  const fields = [...(spec?.aspects.values() ?? [])].flatMap((aspect) =>
    aspect.searchable
      .filter(({ enableAutocomplete, fieldName }) => (only ? fieldName === only : enableAutocomplete))
      .map((field) => ({ aspectName: aspect.name, field })),
  );
  const isKey = ({ aspectName }: NameField): boolean => aspectName === spec?.keyAspect.name;
  return fields.sort((a, b) => Number(isKey(a)) - Number(isKey(b)));
}

/** The non-empty text at a path, as a list of at most one. */
function textAt(value: JsonValue | undefined, path: readonly string[]): readonly string[] {
  let current = value;
  for (const name of path) current = isJsonObject(current) ? current[name] : undefined;
  return typeof current === 'string' && current !== '' ? [current] : [];
}
