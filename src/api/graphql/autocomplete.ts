import type { SearchableField } from '../../model/entity-registry.ts';
import type { Filter, FilterOperator } from '../../model/filter.ts';
import type { JsonValue } from '../../util/json.ts';
import { isJsonObject } from '../../util/json.ts';
import type { EntityReference } from './entity-reference.ts';
import { findEntities } from './find-entities.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** What somebody has begun to type, and where to look for it. */
export interface Beginning {
  readonly entityType: string;
  readonly query: string;
  /** The only field to look in; all that are meant for it if left out. */
  readonly field: string | undefined;
  readonly filter: Filter;
  readonly limit: number;
}

/** What it may become. */
export interface Completion {
  /** Names, without repetition. */
  readonly suggestions: readonly string[];
  readonly entities: readonly EntityReference[];
}

interface NameField {
  readonly aspectName: string;
  readonly field: SearchableField;
}

/**
 * The entities of a type that have a name with the text in it: first those whose name begins so, then those with its words,
 * the last of which may be a beginning, then any.
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

/** Entities with a name that compares so with the text; all without a text. */
function named(operator: FilterOperator): Step {
  return async (text, fields, { entityType, filter, limit }, context) => {
    const matching: Filter =
      text === '' || text === '*'
        ? [[]]
        : namesOf(fields).map((field) => [{ field, operator, values: [text], negated: false }]);
    const both = matching.flatMap((one) =>
      filter.length === 0 ? [one] : filter.map((all) => [...one, ...all]),
    );
    const conditions = both.filter((all) => all.length > 0);
    const listing = { entityTypes: [entityType], typed: text, filter: conditions, count: limit };
    return (await findEntities(listing, context)).entities;
  };
}

/** Most words that are looked for, in each field of names: a name that has the first so many is as good as found. */
const MOST_WORDS = 50;

/** Entities with a name that has the words, however they are put together. */
const withWords: Step = async (text, fields, { entityType, filter, limit }, context) => {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const query = namesOf(fields).map((field) => `${field}:(${words.join(' ')}*)`);
  const listing = {
    ...{ entityTypes: [entityType], filter, count: limit },
    ...{ query: `/q ${query.join(' OR ')}`, typed: text },
  };
  return (await findEntities(listing, context)).entities;
};

function namesOf(fields: readonly NameField[]): readonly string[] {
  return [...new Set(fields.map(({ field }) => field.fieldName))];
}

/** The names in which the text occurs, in the order of the entities. */
async function suggestions(
  entities: readonly EntityReference[],
  text: string,
  fields: readonly NameField[],
  { catalog }: GraphqlContext,
): Promise<readonly string[]> {
  const aspectNames = [...new Set(fields.map(({ aspectName }) => aspectName))];
  const aspects = await catalog.getEntities(
    entities.map(({ urn }) => urn),
    aspectNames,
  );
  const wanted = text === '*' ? '' : text.toLowerCase();
  const texts = entities.flatMap(({ urn }) => {
    const values = fields.flatMap(({ aspectName, field }) =>
      textAt(aspects.get(urn)?.get(aspectName)?.value, field.path),
    );
    return values.find((value) => value.toLowerCase().includes(wanted)) ?? values[0] ?? [];
  });
  return [...new Set(texts)];
}

/** The fields of a type that the registry means for completion, names before parts of the urn. */
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

/** The text that the members of a path lead to. */
function textAt(value: JsonValue | undefined, path: readonly string[]): readonly string[] {
  let current = value;
  for (const name of path) current = isJsonObject(current) ? current[name] : undefined;
  return typeof current === 'string' && current !== '' ? [current] : [];
}
