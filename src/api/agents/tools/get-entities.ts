import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { descriptionOf } from '../../../operations/entities/described-places.ts';
import { getEntities as readEntities } from '../../../operations/entities/get-entities.ts';
import { countLineage } from '../../../operations/lineage/count-lineage.ts';
import { getOwnPrivileges } from '../../../operations/policies/get-own-privileges.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import {
  getEffectiveProperties,
  type EffectiveProperties,
} from '../../../operations/structured-properties/get-effective-properties.ts';
import { TEXT, URN, described, objectOf, oneOf } from '../../../operations/shapes.ts';
import type { Urn } from '../../../model/urn.ts';
import { memberAt, text as textOf } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { columnsOf } from '../entities/columns.ts';
import { labelsOf } from '../entities/labels.ts';
import { nameOf, platformOf, typeNameOf, type StoredEntity } from '../entities/names-and-texts.ts';
import { propertyValuesOf, valuesInEffect } from '../entities/property-values.ts';
import { accessTo, lineageCounts, qualityOf, queriesOn } from '../entities/related.ts';
import { nearestTo } from '../names/find-names.ts';
import { inTurn } from '../names/in-turn.ts';
import type { CutList } from '../shaping/answer.ts';
import { offsetCursor, offsetIn } from '../shaping/cursor.ts';
import { TEXT_LENGTH } from '../shaping/fit-answer.ts';
import { UNTRUSTED, answerOf, count, text, urns as urnList } from './outputs.ts';
import { listOf, maybe, orElse } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

/** Parts of an entity. */
export const ALL_PARTS = [
  'description',
  'properties',
  'labels',
  'columns',
  'lineage',
  'queries',
  'sql',
  'quality',
  'access',
] as const;
type Part = (typeof ALL_PARTS)[number];
const DEFAULT_PARTS: readonly Part[] = ['description', 'properties', 'labels'];
/** Parts that are known only for now. */
const CURRENT_PARTS: readonly Part[] = ['lineage', 'queries', 'quality', 'access'];

const MOST_URNS = 50;
const COLUMNS_PER_PAGE = 100;
/** Items of a list that an entity keeps, before whole entities are left out. */
const LEAST_ITEMS = 5;

const counted = v.optional(v.object({ total: count, items: v.array(v.looseObject({})) }));

/** Gets entities with the parts asked for. */
export const getEntities = defineTool({
  name: 'get_entities',
  title: 'Get entities',
  description:
    'Entities by urn, with the parts in include: description, properties (structured; now also inherited ones), labels (tags, terms, owners, domain), columns (100 per page, column_query filters), lineage (direct counts), queries, sql (of views), quality (open incidents, assertions), access (your privileges). as_of reads a past time.',
  operations: [
    readEntities,
    getEffectiveProperties,
    searchEntities,
    countLineage,
    getOwnPrivileges,
    getAspect,
  ],
  hasPages: true,
  input: () =>
    objectOf({
      urns: described('Urns of the entities.', listOf(URN, MOST_URNS)),
      include: orElse('Parts to show.', listOf(oneOf(ALL_PARTS), ALL_PARTS.length), DEFAULT_PARTS),
      column_query: maybe('Text in the path or description of columns.', TEXT),
      as_of: maybe('A time such as 2026-03-01T14:30:00Z, or a cursor of changes; default: now.', TEXT),
    }),
  output: answerOf({
    entities: v.array(
      v.object({
        urn: text,
        type: text,
        platform: v.optional(text),
        labels: v.optional(v.looseObject({})),
        properties: v.optional(
          v.array(v.object({ urn: text, inherited_from: v.optional(urnList), untrusted: UNTRUSTED })),
        ),
        columns: counted,
        lineage: v.optional(v.object({ upstream: count, downstream: count })),
        queries: counted,
        quality: v.optional(v.object({ open_incidents: counted, assertions: counted })),
        access: v.optional(v.object({ privileges: v.array(text) })),
        untrusted: UNTRUSTED,
      }),
    ),
    missing: v.array(v.object({ urn: text, nearest: urnList })),
  }),
  run: async ({ as_of: moment, column_query: query, include, urns }, call) => {
    const asked: JsonObject = { urns: urns.slice(), query };
    const start = offsetIn(call, asked);
    if (start > 0 && urns.length > 1)
      throw invalidRequest('Only the columns of one entity have pages.', 'cursor');
    const past = moment === undefined ? [] : include.filter((part) => CURRENT_PARTS.includes(part));
    if (past.length > 0) {
      throw invalidRequest(
        `include: ${past.join(', ')} cannot be read as_of a moment. Omit them.`,
        'include',
      );
    }
    const unique = [...new Set(urns)];
    const reader = moment === undefined ? call.requester : await call.requester.at(moment);
    const found = await reader.run(readEntities, { urns: unique });
    const effective =
      moment === undefined && include.includes('properties')
        ? await call.requester.run(getEffectiveProperties, { urns: [...found.keys()] })
        : undefined;
    const missing = unique.filter((urn) => !found.has(urn));
    const items = await inTurn(
      unique.flatMap((urn) => {
        const aspects = found.get(urn);
        return aspects === undefined ? [] : [{ urn, type: typeNameOf(urn, call.registry), aspects }];
      }),
      (entity) =>
        present(entity, { include, effective, page: { query, start, count: COLUMNS_PER_PAGE } }, call),
    );
    const entities: JsonValue[] = [...items];
    const [columns] = items.map((item) => item['columns']);
    const total = memberAt(columns, ['total']);
    const shownColumns = memberAt(columns, ['items']);
    const unknown = await inTurn(missing, async (urn) => ({
      urn,
      nearest: await nearestTo(urn, [typeNameOf(urn, call.registry)], call).catch(noneIfInvalid),
    }));
    return {
      body: { entities, missing: unknown },
      lists: [
        {
          what: 'entities',
          items: entities,
          total: entities.length,
          how: urns.length > 1 ? 'fewer urns' : 'fewer parts in include, or a higher max_chars',
        },
        ...entities.flatMap((entity, index) => innerLists(entity, { items: entities, index }, start)),
      ],
      wholeTexts: 'a higher max_chars with this urn alone, or the resource colophon://entity/<urn>',
      textLength: urns.length === 1 ? Math.max(TEXT_LENGTH, Math.floor(call.maxChars / 4)) : TEXT_LENGTH,
      cursor: (_shown, lengths) => {
        if (urns.length > 1 || typeof total !== 'number' || !Array.isArray(shownColumns)) return undefined;
        const next = start + (lengths.get(shownColumns) ?? 0);
        return next < total && next > start ? offsetCursor(next, asked) : undefined;
      },
    };
  },
});

function noneIfInvalid(error: unknown): readonly never[] {
  if (error instanceof CatalogError && error.code === 'INVALID_REQUEST') return [];
  throw error;
}

interface Asked {
  readonly include: readonly Part[];
  /** The values in effect on each entity; undefined: those stored at a past moment are shown. */
  readonly effective: ReadonlyMap<Urn, EffectiveProperties> | undefined;
  readonly page: Parameters<typeof columnsOf>[1];
}

async function present(
  entity: StoredEntity,
  { effective, include, page }: Asked,
  call: ToolCall,
): Promise<JsonObject> {
  const { aspects, type, urn } = entity;
  const has = (part: Part): boolean => include.includes(part);
  const platform = platformOf(entity, call.registry);
  const inEffect = effective?.get(urn);
  const values = inEffect === undefined ? propertyValuesOf(entity) : valuesInEffect(inEffect);
  const columns = has('columns') ? columnsOf(entity, page) : undefined;
  return {
    urn,
    type,
    ...(platform !== undefined && { platform }),
    ...(has('labels') && { labels: labelsOf(entity) }),
    ...(has('properties') && { properties: values.slice() }),
    ...(columns !== undefined && { columns: { ...columns } }),
    ...(has('lineage') && { lineage: await lineageCounts(urn, call) }),
    ...(has('queries') && { queries: { ...(await queriesOn(urn, call)) } }),
    ...(has('quality') && { quality: await qualityOf(urn, call) }),
    ...(has('access') && { access: await accessTo(urn, call) }),
    untrusted: {
      name: nameOf(entity, call.registry),
      ...(has('description') && { description: descriptionOf(type, aspects) }),
      ...(has('sql') && { sql: textOf(aspects.get('viewProperties')?.value['viewLogic']) }),
    },
  };
}

const INNER: readonly (readonly string[])[] = [
  ['properties'],
  ['columns', 'items'],
  ['queries', 'items'],
  ['quality', 'open_incidents', 'items'],
  ['quality', 'assertions', 'items'],
];

/** Lists within an entity, which are shortened before whole entities are left out. */
function innerLists(
  entity: JsonValue,
  parent: NonNullable<CutList['parent']>,
  start: number,
): readonly CutList[] {
  return INNER.flatMap((path): readonly CutList[] => {
    const stored = memberAt(entity, path);
    if (!Array.isArray(stored)) return [];
    const items = stored as JsonValue[];
    const [name = ''] = path;
    const total = memberAt(entity, [...path.slice(0, -1), 'total']);
    const isPaged = name === 'columns';
    return [
      {
        what: `entities[${parent.index}].${path.filter((step) => step !== 'items').join('.')}`,
        items,
        total: typeof total === 'number' ? total : items.length,
        how: isPaged ? 'this urn alone, with cursor' : 'this urn alone, with fewer parts in include',
        parent,
        least: LEAST_ITEMS,
        ...(isPaged && { before: start }),
      },
    ];
  });
}
