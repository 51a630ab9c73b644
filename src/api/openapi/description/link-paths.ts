import { json, listOf, objectOf } from './node.ts';
import type { Node } from './node.ts';
import { operation } from './operation.ts';
import { parameters } from './parameters.ts';

/** Group of the paths that list links. */
export const LINKS_TAG = 'Relationships and lineage';

const text: Node = { type: 'string' };
const urn: Node = { ...text, format: 'urn' };
const node = objectOf({ urn, entityType: text }, ['urn', 'entityType']);
const link: Readonly<Record<string, Node>> = { relationshipType: text, source: node, destination: node };
const PAGE = ['count', 'scrollId', 'includeSoftDelete', 'sliceId', 'sliceMax'];

/** Paths that list links. */
export const LINK_PATHS: Readonly<Record<string, Node>> = {
  ...relationshipPaths('v2'),
  ...relationshipPaths('v3'),
  '/openapi/v3/lineage/scroll': {
    post: {
      ...operation({
        id: 'scrollLineage',
        summary: 'Scroll links of lineage, all or those of some entities',
        tag: LINKS_TAG,
        body: json(objectOf({ urns: listOf(urn) })),
        answer: page({ ...link, upstream: urn, downstream: urn }),
      }),
      parameters: [
        query('relationshipTypes', listOf(text), 'Names of relationships; absent: all.'),
        query('direction', { ...text, enum: ['UPSTREAM', 'DOWNSTREAM'] }, 'Seen from `urns`; absent: both.'),
        ...parameters(...PAGE),
      ],
    },
  },
};

function relationshipPaths(version: 'v2' | 'v3'): Readonly<Record<string, Node>> {
  const base = `/openapi/${version}/relationship`;
  return {
    [`${base}/{relationshipType}`]: {
      get: {
        ...operation({
          id: `scrollRelationships_${version}`,
          summary: 'Scroll links of one name',
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
          query(
            'direction',
            { ...text, enum: ['OUTGOING', 'INCOMING'], default: 'OUTGOING' },
            'Which end it is.',
          ),
          ...parameters(...PAGE),
        ],
      },
    },
  };
}

function page(properties: Readonly<Record<string, Node>>): Node {
  const results = listOf(objectOf(properties, Object.keys(properties)));
  return objectOf({ scrollId: { ...text, nullable: true }, results }, ['results']);
}

function query(name: string, schema: Node, description: string): Node {
  return { name, in: 'query', description, schema };
}
