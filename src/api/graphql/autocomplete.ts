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

/** The entities of a type that have a name with the text in it: first those whose name begins so. */
export async function complete(beginning: Beginning, context: GraphqlContext): Promise<Completion> {
  const fields = nameFields(beginning, context);
  const text = beginning.query.trim();
  if (fields.length === 0 || beginning.limit === 0) return { suggestions: [], entities: [] };
  const found = new Map<string, EntityReference>();
  for (const operator of ['START_WITH', 'CONTAIN'] as const) {
    for (const entity of await find(operator, text, fields, beginning, context)) {
      if (found.size < beginning.limit) found.set(entity.urn, entity);
    }
    if (found.size >= beginning.limit || text === '' || text === '*') break;
  }
  const entities = [...found.values()];
  return { entities, suggestions: await suggestions(entities, text, fields, context) };
}

async function find(
  operator: FilterOperator,
  text: string,
  fields: readonly NameField[],
  { entityType, filter, limit }: Beginning,
  context: GraphqlContext,
): Promise<readonly EntityReference[]> {
  const names = new Set(fields.map(({ field }) => field.fieldName));
  const matching: Filter =
    text === '' || text === '*'
      ? [[]]
      : [...names].map((field) => [{ field, operator, values: [text], negated: false }]);
  const both = matching.flatMap((one) =>
    filter.length === 0 ? [one] : filter.map((all) => [...one, ...all]),
  );
  const listing = { entityTypes: [entityType], filter: both.filter((all) => all.length > 0), count: limit };
  return (await findEntities(listing, context)).entities;
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
