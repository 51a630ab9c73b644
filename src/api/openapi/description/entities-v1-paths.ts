import { ENTITIES_V1_PATHS } from '../v1/entities-v1.ts';
import { json, listOf, objectOf, query, text, whole, type Node } from './node.ts';
import { operation } from './operation.ts';

/** Tag of the older entities API. */
export const ENTITIES_V1_TAG = 'Entities (v1)';

const tag = ENTITIES_V1_TAG;
const urn: Node = { ...text, format: 'urn' };
const aspect: Node = { type: 'object', description: '`{__type, ...}`, or with `aspectName` `{value}`.' };
const change = objectOf({ entityType: text, entityUrn: urn, aspectName: text, changeType: text, aspect }, [
  'entityType',
  'entityUrn',
  'aspect',
]);
const urns: Node = { ...query('urns', listOf(urn), 'Urns, one parameter each.'), required: true };
const entity = objectOf({ entityName: text, urn, aspects: { type: 'object' } });

function latest(id: string): Node {
  return {
    ...operation({
      id,
      summary: 'Read entities',
      tag,
      answer: objectOf({ responses: { type: 'object', additionalProperties: entity } }),
    }),
    parameters: [urns, query('aspectNames', listOf(text), 'Aspects; absent: all.')],
  };
}

const flag: Node = { type: 'boolean', default: false };

function paths(path: string, index: number): readonly (readonly [string, Node])[] {
  const post = operation({
    id: `postEntities_v1_${index}`,
    summary: 'Write aspects, all or none',
    tag,
    success: 201,
    body: json(listOf(change)),
    answer: listOf(urn),
  });
  const creates = query('createIfNotExists', flag, 'Refuses existing aspects.');
  const createsEntities = query('createEntityIfNotExists', flag, 'Refuses existing entities.');
  const deletes = operation({
    id: `deleteEntities_v1_${index}`,
    summary: 'Delete entities, all or none',
    tag,
    answer: listOf(
      objectOf({ rowsRolledBack: listOf(objectOf({ urn })), rowsDeletedFromEntityDeletion: whole }),
    ),
  });
  const soft = query(
    'soft',
    { type: 'boolean', default: true },
    'Soft-deletes the entities: hides them until they are restored.',
  );
  const get = latest(`getEntities_v1_${index}`);
  return [
    [
      path,
      {
        post: { ...post, parameters: [creates, createsEntities] },
        get,
        delete: { ...deletes, parameters: [urns, soft] },
      },
    ],
    [`${path}/latest`, { get: latest(`getLatestEntities_v1_${index}`) }],
  ];
}

/** Paths of the older entities API, at each of its addresses. */
export const ENTITIES_V1: Readonly<Record<string, Node>> = Object.fromEntries(
  ENTITIES_V1_PATHS.flatMap(paths),
);
