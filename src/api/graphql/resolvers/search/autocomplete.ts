import type { EntityReference } from '../../../../model/entity-reference.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import {
  findByName,
  matchingName,
  nameFieldsOf,
  type NameField,
  type NameSearch,
} from '../../../../operations/search/find-by-name.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';

/** An autocomplete request. */
export interface Beginning extends Omit<NameSearch, 'entityTypes'> {
  readonly entityType: string;
  /** The only search field to match; undefined: all fields with `enableAutocomplete`. */
  readonly field: string | undefined;
}

/** The matches of an autocomplete request. */
export interface Completion {
  /** Matching names, without duplicates. */
  readonly suggestions: readonly string[];
  readonly entities: readonly EntityReference[];
}

/** Finds entities of a type by name: see `findByName`. */
export async function complete(beginning: Beginning, context: GraphqlContext): Promise<Completion> {
  const { entityType, field, ...search } = beginning;
  const fields = nameFieldsOf([entityType], context.settings.registry, field);
  const entities = await findByName({ ...search, entityTypes: [entityType] }, fields, (listing) =>
    context.run(listEntities, listing),
  );
  return { entities, suggestions: await namesOf(entities, search.text.trim(), fields, context) };
}

/** A name of each entity, in order, without duplicates. */
async function namesOf(
  entities: readonly EntityReference[],
  text: string,
  fields: readonly NameField[],
  context: GraphqlContext,
): Promise<readonly string[]> {
  if (entities.length === 0) return [];
  const aspectNames = [...new Set(fields.map(({ aspectName }) => aspectName))];
  const aspects = await context.run(getEntities, { urns: entities.map(({ urn }) => urn), aspectNames });
  return [...new Set(entities.flatMap(({ urn }) => matchingName(aspects.get(urn), text, fields) ?? []))];
}
