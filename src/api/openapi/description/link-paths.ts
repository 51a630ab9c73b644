import { json, listOf, objectOf, ref, SCROLL_ID, query, text, whole, type Node } from './node.ts';
import { operation } from './operation.ts';
import { parameters } from './parameters.ts';

/** Tag of the link paths. */
export const LINKS_TAG = 'Relationships and lineage';

const urn: Node = { ...text, format: 'urn' };
const node = objectOf({ urn, entityType: text }, ['urn', 'entityType']);
const link: Readonly<Record<string, Node>> = { relationshipType: text, source: node, destination: node };
const PAGE = ['count', 'scrollId', 'includeSoftDelete', 'sliceId', 'sliceMax', 'pitKeepAlive'];

const filter = objectOf({ and: listOf(ref('schemas', 'CriterionGroup')) });
const relationshipTypes = query('relationshipTypes', listOf(text), 'Names of relationships; absent: all.');
const direction = query(
  'direction',
  { ...text, enum: ['OUTGOING', 'INCOMING'], default: 'OUTGOING' },
  'Direction of the links. With INCOMING, conditions on the source apply to the destination.',
);

/** Paths that list or write links. */
export const LINK_PATHS: Readonly<Record<string, Node>> = {
  ...relationshipPaths('v2'),
  ...relationshipPaths('v3'),
  ...logicalPaths('/openapi/v3/logical', ''),
  ...logicalPaths('/openapi/v3/entity/logical', '_older'),
  ...versioningPaths(),
  '/openapi/v3/relationship/scroll': {
    post: {
      ...operation({
        id: 'scrollRelationships',
        summary: 'Scroll links filtered by source, destination or link',
        tag: LINKS_TAG,
        body: json(objectOf({ sourceFilter: filter, destinationFilter: filter, edgeFilter: filter })),
        answer: page(link),
        searches: true,
      }),
      parameters: [
        relationshipTypes,
        query('sourceTypes', listOf(text), 'Entity types of the source; absent: all.'),
        query('destinationTypes', listOf(text), 'Entity types of the destination; absent: all.'),
        direction,
        ...parameters(...PAGE, 'strict'),
      ],
    },
  },
  '/openapi/relationships/v1': {
    get: {
      ...operation({
        id: 'listRelatedEntities',
        summary: 'List the entities at the other end of the links of one entity',
        tag: LINKS_TAG,
        answer: objectOf(
          {
            start: whole,
            count: whole,
            total: whole,
            entities: listOf(
              objectOf({ urn, relationshipType: text, via: urn }, ['urn', 'relationshipType']),
            ),
          },
          ['start', 'count', 'total', 'entities'],
        ),
      }),
      parameters: [
        { ...query('urn', urn, 'The entity.'), required: true },
        relationshipTypes,
        direction,
        query('start', { ...whole, minimum: 0, default: 0 }, 'Offset of the first entity.'),
        query('count', { ...whole, minimum: 0, default: 200 }, 'Maximum number of entities.'),
      ],
    },
  },
  '/openapi/v3/lineage/scroll': {
    post: {
      ...operation({
        id: 'scrollLineage',
        summary: 'Scroll lineage links, all or those of some entities',
        tag: LINKS_TAG,
        body: json(objectOf({ urns: listOf(urn) })),
        answer: page({ ...link, upstream: urn, downstream: urn }),
      }),
      parameters: [
        relationshipTypes,
        query('direction', { ...text, enum: ['UPSTREAM', 'DOWNSTREAM'] }, 'Seen from `urns`; absent: both.'),
        ...parameters(...PAGE),
      ],
    },
  },
};

function logicalPaths(base: string, suffix: string): Readonly<Record<string, Node>> {
  const path = `${base}/{childUrn}/relationship/physicalInstanceOf`;
  const written = listOf(objectOf({ urn, logicalParent: { type: 'object' } }, ['urn']));
  const end = (name: string): Node => ({ name, in: 'path', required: true, schema: urn });
  return {
    [`${path}/{parentUrn}`]: {
      post: {
        ...operation({
          id: `linkLogicalParent${suffix}`,
          summary: 'Link a physical dataset and its columns to a logical dataset',
          tag: LINKS_TAG,
          body: json({
            type: 'object',
            additionalProperties: text,
            description: 'Child columns by parent column.',
          }),
          answer: written,
        }),
        parameters: [end('childUrn'), end('parentUrn')],
      },
    },
    [path]: {
      delete: {
        ...operation({
          id: `unlinkLogicalParent${suffix}`,
          summary: 'Unlink a physical dataset and its columns from its logical dataset',
          tag: LINKS_TAG,
          answer: written,
        }),
        parameters: [end('childUrn')],
      },
    },
  };
}

function versioningPaths(): Readonly<Record<string, Node>> {
  const end = (name: string): Node => ({ name, in: 'path', required: true, schema: urn });
  const ends = [end('versionSetUrn'), end('assetUrn')];
  const version = objectOf(
    { version: text, comment: text, sourceCreationTimestamp: whole, sourceCreator: urn },
    ['version'],
  );
  return {
    '/openapi/v3/entity/versioning/{versionSetUrn}/relationship/versionOf/{assetUrn}': {
      post: {
        ...operation({
          id: 'linkVersion',
          summary: 'Make an asset the latest version of a version set',
          tag: LINKS_TAG,
          body: json(version),
          answer: listOf(objectOf({ urn, versionProperties: { type: 'object' } }, ['urn'])),
          mayMiss: true,
        }),
        parameters: ends,
      },
      delete: {
        ...operation({
          id: 'unlinkVersion',
          summary: 'Remove an asset from a version set; returns the entities that lost an aspect',
          tag: LINKS_TAG,
          answer: listOf(urn),
          mayMiss: true,
        }),
        parameters: ends,
      },
    },
  };
}

function relationshipPaths(version: 'v2' | 'v3'): Readonly<Record<string, Node>> {
  const base = `/openapi/${version}/relationship`;
  return {
    [`${base}/{relationshipType}`]: {
      get: {
        ...operation({
          id: `scrollRelationships_${version}`,
          summary: 'Scroll links with one relationship type',
          tag: LINKS_TAG,
          answer: page(link),
        }),
        parameters: [
          { name: 'relationshipType', in: 'path', required: true, schema: text },
          ...parameters(...PAGE),
        ],
      },
    },
    [`${base}/{entityName}/{urn}`]: {
      get: {
        ...operation({
          id: `scrollRelationshipsOfEntity_${version}`,
          summary: 'Scroll links of one entity',
          tag: LINKS_TAG,
          answer: page(link),
        }),
        parameters: [
          ...parameters('entityName', 'urn'),
          query('relationshipType[]', listOf(text), 'Names of relationships; absent or `*`: all.'),
          direction,
          ...parameters(...PAGE),
        ],
      },
    },
  };
}

function page(properties: Readonly<Record<string, Node>>): Node {
  const results = listOf(objectOf(properties, Object.keys(properties)));
  return objectOf({ scrollId: SCROLL_ID, results }, ['results']);
}
