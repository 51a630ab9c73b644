import type { EntityAspects } from '../../../model/aspect.ts';
import type { AspectSpec, EntitySpec } from '../../../model/entity-registry.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import { asText, optionalText } from '../../../util/json/json-input.ts';
import { isJsonObject, type JsonValue } from '../../../util/json.ts';
import { readCount, readFilter, readPage } from '../read-search.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { action } from '../resource.ts';

/** A member of an aspect that provides suggestions. */
interface Suggesting {
  readonly aspectName: string;
  readonly path: readonly string[];
  readonly fieldName: string;
}

/**
 * `POST /entities?action=autocomplete`: names that contain the typed text, and their entities. The registry defines
 * which members of a type provide suggestions; `field` selects one of them.
 */
export const autocomplete = action([searchEntities, getEntities], async ({ registry, requester, input }) => {
  const entity = entitySpec(registry, asText(input['entity'], 'entity'));
  const query = asText(input['query'], 'query').trim();
  const field = optionalText(input['field'], 'field');
  const members = suggestingMembers(entity).filter(({ fieldName }) => (field ?? fieldName) === fieldName);
  const names = [...new Set(members.map(({ fieldName }) => fieldName))];
  if (query === '' || names.length === 0) return { value: { query, suggestions: [], entities: [] } };
  const page = readPage(
    { start: 0, count: readCount(input, 'limit', 10) },
    { entityTypes: [entity.name], query: '*' },
  );
  const groups = readFilter(input['filter']);
  const filter = names.flatMap((name) => {
    const holds = { field: name, operator: 'CONTAIN', values: [query], negated: false } as const;
    return (groups.length === 0 ? [[]] : groups).map((criteria) => [...criteria, holds]);
  });
  const flags = { ...page.flags, skipAggregates: true, skipHighlighting: true };
  const urns = (await requester.run(searchEntities, { ...page, filter, flags })).hits.map(({ urn }) => urn);
  const aspectNames = [...new Set(members.map(({ aspectName }) => aspectName))];
  const entities = await requester.run(getEntities, { urns, aspectNames });
  const suggestions = [...entities.values()].flatMap((aspects) => suggestionOf(aspects, members, query));
  return {
    value: { query, suggestions: [...new Set(suggestions)], entities: urns.map((urn) => ({ urn })) },
  };
});

function suggestingMembers(entity: EntitySpec): readonly Suggesting[] {
  return [...entity.aspects.values()].flatMap((aspect: AspectSpec) =>
    aspect.searchable
      .filter(({ enableAutocomplete }) => enableAutocomplete)
      .map(({ fieldName, path }) => ({ aspectName: aspect.name, fieldName, path })),
  );
}

/** The first text of the entity that contains the query; empty when only another spelling of it matched. */
function suggestionOf(
  aspects: EntityAspects,
  members: readonly Suggesting[],
  query: string,
): readonly string[] {
  const words = query.toLowerCase();
  for (const { aspectName, path } of members) {
    const found = textsAt(aspects.get(aspectName)?.value, path).find((text) =>
      text.toLowerCase().includes(words),
    );
    if (found !== undefined) return [found];
  }
  return [];
}

function textsAt(value: JsonValue | undefined, [step, ...rest]: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => textsAt(item, rest));
  if (step === undefined) return typeof value === 'string' ? [value] : [];
  return isJsonObject(value) ? textsAt(value[step], rest) : [];
}
