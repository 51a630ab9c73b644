import * as v from 'valibot';
import { isUrn, type Urn } from '../../../model/urn.ts';
import { searchForm } from '../../../model/properties/definition-form.ts';
import { STRUCTURED_PROPERTY, parseDefinition, scalarOf } from '../../../model/structured-property.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { explainPrivilege } from '../../../operations/policies/explain-privilege.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { TEXT, objectOf } from '../../../operations/shapes.ts';
import { given } from '../../../util/given.ts';
import { object, text as textOf } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { typeNameOf } from '../entities/names-and-texts.ts';
import { listsOfRules, shortRules } from '../entities/short-rules.ts';
import { requireEntity } from '../entities/require-entity.ts';
import { inTurn } from '../names/in-turn.ts';
import { typeNamed } from '../names/kinds.ts';
import { plainInput } from '../names/plain-input.ts';
import type { CutList } from '../shaping/answer.ts';
import { nextPage, offsetIn } from '../shaping/cursor.ts';
import { UNTRUSTED, answerOf, count, text } from './outputs.ts';
import { between, maybe, orElse } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

const MOST_PROPERTIES = 100;
/** Maximum length of each list of values of one property, such as its allowed values. */
const MOST_VALUES = 50;
const { definitionAspect, displayAspect, entityType, fieldPrefix, rulesAspect } = STRUCTURED_PROPERTY;
const EDIT = 'EDIT_ENTITY_PROPERTIES';

/** Lists structured properties. */
export const listProperties = defineTool({
  name: 'list_properties',
  title: 'List structured properties',
  description:
    'Structured properties with their types, allowed values, rules, and number of assets that have one. applies_to: only those for an entity type, or for one entity, then with may_write: whether you may set values there. Filter with structuredProperties.<name>.',
  operations: [searchEntities, getEntities, explainPrivilege],
  hasPages: true,
  input: () =>
    objectOf({
      applies_to: maybe('Urn of an entity, or an entity type.', TEXT),
      query: orElse('Words; * matches all.', TEXT, '*'),
      limit: orElse('Properties per page.', between(1, MOST_PROPERTIES), 50),
    }),
  output: answerOf({
    total: count,
    properties: v.array(
      v.object({
        urn: text,
        value_type: text,
        cardinality: text,
        entity_types: v.array(text),
        allowed_values: v.optional(v.array(v.union([text, count]))),
        search: v.optional(v.object({ full_text: v.boolean(), weight: v.optional(count) })),
        rules: v.optional(v.record(v.string(), v.unknown())),
        immutable: v.optional(v.boolean()),
        assets: count,
        may_write: v.optional(v.boolean()),
        untrusted: UNTRUSTED,
      }),
    ),
  }),
  run: async ({ applies_to: target, limit, query }, call) => {
    const asked: JsonObject = { target, query };
    const start = offsetIn(call, asked);
    const on = target !== undefined && isUrn(target) ? target : undefined;
    if (on !== undefined) await requireEntity(on, 'applies_to', call);
    const type =
      target === undefined
        ? undefined
        : on === undefined
          ? typeNamed(target, 'applies_to', call.registry)
          : typeNameOf(on, call.registry);
    const filter =
      type === undefined
        ? []
        : [
            [
              {
                field: 'entityTypes',
                operator: 'EQUAL',
                values: [`urn:li:entityType:datahub.${type}`],
                negated: false,
              } as const,
            ],
          ];
    const page = await call.requester.run(
      searchEntities,
      plainInput({ entityTypes: [entityType], query, filter, start, count: limit }),
    );
    const urns = page.hits.map(({ urn }) => urn);
    const found = await call.requester.run(getEntities, {
      urns,
      aspectNames: [definitionAspect, displayAspect, rulesAspect],
    });
    const properties: JsonValue[] = [
      ...(await inTurn(urns, async (urn) => {
        const [stored, display, rules] = [definitionAspect, displayAspect, rulesAspect].map(
          (aspect) => found.get(urn)?.get(aspect)?.value,
        );
        return stored === undefined ? undefined : present({ urn, stored, display, rules }, on, call);
      })),
    ].filter((one) => one !== undefined);
    return {
      body: { total: page.total, properties },
      lists: [
        { what: 'properties', items: properties, total: page.total, before: start, how: 'cursor' },
        ...properties.flatMap((property, index) => valueLists(property, properties, index)),
      ],
      cursor: nextPage(start, page.total, asked),
    };
  },
});

async function present(
  {
    display = {},
    rules: storedRules = {},
    stored,
    urn,
  }: {
    readonly urn: Urn;
    readonly stored: JsonObject;
    readonly display: JsonObject | undefined;
    readonly rules: JsonObject | undefined;
  },
  on: Urn | undefined,
  call: ToolCall,
): Promise<JsonObject> {
  const definition = parseDefinition(stored);
  const { allowedValues, description, displayName, entityTypes, immutable, qualifiedName } = definition;
  const assigned = {
    field: `${fieldPrefix}${urn.slice(`urn:li:${entityType}:`.length)}`,
    operator: 'EXISTS',
    values: [],
    negated: false,
  } as const;
  const { total } = await call.requester.run(
    searchEntities,
    plainInput({ entityTypes: [], filter: [[assigned]], count: 0 }),
  );
  const { rules, texts } = shortRules(storedRules);
  return {
    urn,
    value_type: definition.valueType ?? definition.valueTypeUrn,
    cardinality: definition.cardinality,
    entity_types: entityTypes.map((one) => one.replace(/^urn:li:entityType:(?:datahub\.)?/, '')),
    ...(allowedValues !== undefined && { allowed_values: allowedValues.map(({ value }) => scalarOf(value)) }),
    ...searchForm(stored),
    ...(rules !== undefined && { rules }),
    ...(immutable && { immutable }),
    assets: total,
    ...(on !== undefined && { may_write: await mayWrite(urn, on, call) }),
    untrusted: {
      name: displayName ?? qualifiedName,
      description,
      ...given({ unit: textOf(display['unit']), group: textOf(display['group']) }),
      ...texts,
    },
  };
}

async function mayWrite(property: Urn, on: Urn, { requester }: ToolCall): Promise<boolean> {
  const { restriction, urn: actorUrn } = requester.actor;
  if (restriction?.readOnly === true) return false;
  const { allowed } = await requester.run(explainPrivilege, {
    actorUrn,
    privilege: EDIT,
    resourceUrn: on,
    propertyUrns: [property],
  });
  return allowed;
}

/** The lists of values of a property, which are shortened before whole properties are left out. */
function valueLists(property: JsonValue, properties: JsonValue[], index: number): readonly CutList[] {
  const { allowed_values: values, rules } = object(property) ?? {};
  const allowed = Array.isArray(values) ? [['allowed_values', values as JsonValue[]] as const] : [];
  const ofRules = listsOfRules(object(rules) ?? {}).map(([path, items]) => [`rules.${path}`, items] as const);
  return [...allowed, ...ofRules].map(([path, items]) => {
    const total = items.length;
    items.splice(MOST_VALUES);
    const parent = { items: properties, index };
    return { what: `properties[${index}].${path}`, items, total, how: 'get_entities', parent, least: 5 };
  });
}
