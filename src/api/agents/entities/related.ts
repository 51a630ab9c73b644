import type { Filter } from '../../../model/filter.ts';
import type { Urn } from '../../../model/urn.ts';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { countLineage } from '../../../operations/lineage/count-lineage.ts';
import { getOwnPrivileges } from '../../../operations/policies/get-own-privileges.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { memberAt, text } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { plainInput } from '../names/plain-input.ts';
import type { NameCall } from '../names/find-names.ts';
import { nameOf, typeNameOf } from './names-and-texts.ts';

/** Maximum queries, incidents or assertions of one entity. */
const MOST_RELATED = 10;

/** Entities that refer to one, with their number. */
interface Related {
  readonly total: number;
  readonly items: JsonValue[];
}

/** Number of assets directly upstream and downstream. */
export async function lineageCounts(urn: Urn, { requester }: NameCall): Promise<JsonObject> {
  const direct: Filter = [[{ field: 'degree', operator: 'EQUAL', values: ['1'], negated: false }]];
  const count = (direction: 'UPSTREAM' | 'DOWNSTREAM'): Promise<number> =>
    requester.run(countLineage, { urn, direction, filter: direct });
  const [upstream, downstream] = await Promise.all([count('UPSTREAM'), count('DOWNSTREAM')]);
  return { upstream, downstream };
}

/** Names of the caller's rights on the entity. */
export async function accessTo(urn: Urn, { requester }: NameCall): Promise<JsonObject> {
  return { privileges: await requester.run(getOwnPrivileges, { resourceUrn: urn }) };
}

/** Queries on the entity, with their SQL. */
export function queriesOn(urn: Urn, call: NameCall): Promise<Related> {
  return related('query', 'entities', urn, call, ({ sql, name }) => ({ untrusted: { name, sql } }));
}

/** Open incidents of the entity, and assertions on it with their last result. */
export async function qualityOf(urn: Urn, call: NameCall): Promise<JsonObject> {
  const [incidents, assertions] = await Promise.all([
    related('incident', 'entities', urn, call, ({ name, text: of }) => ({ untrusted: { name, text: of } }), {
      field: 'state',
      value: 'ACTIVE',
    }),
    related('assertion', 'entity', urn, call, ({ result, text: of }) => ({
      ...(result !== undefined && { result }),
      untrusted: { text: of },
    })),
  ]);
  return { open_incidents: { ...incidents }, assertions: { ...assertions } };
}

/** What is known of a related entity. */
interface RelatedFacts {
  readonly name: string | undefined;
  readonly text: string | undefined;
  readonly sql: string | undefined;
  readonly result: string | undefined;
}

async function related(
  entityType: string,
  field: string,
  urn: Urn,
  { registry, requester }: NameCall,
  present: (facts: RelatedFacts) => JsonObject,
  also?: { readonly field: string; readonly value: string },
): Promise<Related> {
  const equal = (of: string, value: string) =>
    ({ field: of, operator: 'EQUAL', values: [value], negated: false }) as const;
  const filter = [[equal(field, urn), ...(also === undefined ? [] : [equal(also.field, also.value)])]];
  const page = await requester.run(
    searchEntities,
    plainInput({ entityTypes: [entityType], filter, count: MOST_RELATED, lifecycle: 'any' }),
  );
  const urns = page.hits.map((hit) => hit.urn);
  const found = await requester.run(getEntities, { urns });
  const items: JsonValue[] = [];
  for (const one of urns) {
    const aspects = found.get(one);
    if (aspects === undefined) continue;
    const info =
      aspects.get(`${entityType}Info`)?.value ?? aspects.get(`${entityType}Properties`)?.value ?? {};
    const facts: RelatedFacts = {
      name: text(info['title']) ?? nameOf({ urn: one, type: typeNameOf(one, registry), aspects }, registry),
      text: text(info['description']),
      sql: text(memberAt(info, ['statement', 'value'])),
      result: entityType === 'assertion' ? await lastResult(one, requester) : undefined,
    };
    items.push({ urn: one, ...present(facts) });
  }
  return { total: page.total, items };
}

/** Type of the last result of an assertion, such as FAILURE; undefined if it has none. */
async function lastResult(urn: Urn, requester: NameCall['requester']): Promise<string | undefined> {
  const point = await requester.run(getAspect, { urn, aspectName: 'assertionRunEvent', version: 0 });
  return text(memberAt(point?.value, ['result', 'type']));
}
