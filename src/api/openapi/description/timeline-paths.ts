import { CHANGE_CATEGORIES } from '../../../model/timeline/timeline.ts';
import { listOf, objectOf, ref, SCROLL_ID, query, text, type Node } from './node.ts';
import { operation } from './operation.ts';
import { parameters } from './parameters.ts';

/** Tag of the timeline and timeseries paths. */
export const TIMELINE_TAG = 'Timeline and timeseries';

const time: Node = { type: 'integer', format: 'int64' };
const step: Node = { ...text, enum: ['NONE', 'PATCH', 'MINOR', 'MAJOR'] };

const event = objectOf(
  {
    entityUrn: text,
    category: { ...text, enum: [...CHANGE_CATEGORIES] },
    operation: { ...text, enum: ['ADD', 'MODIFY', 'REMOVE'] },
    modifier: text,
    parameters: { type: 'object', additionalProperties: { oneOf: [text, { type: 'boolean' }] } },
    semVerChange: step,
    description: text,
  },
  ['entityUrn', 'category', 'operation', 'semVerChange', 'description'],
);

/** The change history; `id`: of the operation. */
function historyPath(id: string): Node {
  return {
    get: {
      ...operation({
        id,
        summary: 'Get the change history of an entity, oldest first',
        tag: TIMELINE_TAG,
        answer: listOf(
          objectOf(
            {
              timestamp: time,
              actor: text,
              semVer: text,
              semVerChange: step,
              versionStamp: text,
              changeEvents: listOf(event),
              rawDiff: listOf({ type: 'object' }),
            },
            ['timestamp', 'semVer', 'semVerChange', 'changeEvents'],
          ),
        ),
      }),
      parameters: [
        ...parameters('urn'),
        {
          ...query('categories', listOf({ ...text, enum: [...CHANGE_CATEGORIES] }), 'Categories of changes.'),
          required: true,
          explode: false,
        },
        query('startTime', { ...time, default: -1 }, 'Earliest time in ms; -1: a week before the end.'),
        query('endTime', { ...time, default: 0 }, 'Latest time in ms; 0: now.'),
        query('raw', { type: 'boolean', default: false }, 'Adds the values after each change.'),
        query(
          'includeVersionSet',
          { type: 'boolean', default: false },
          'Adds the changes of all versions in the version set of the entity, 50 at most.',
        ),
      ],
    },
  };
}

/** Paths of the change history and of timeseries points. */
export const TIMELINE_PATHS: Readonly<Record<string, Node>> = {
  '/openapi/v2/timeline/v1/{urn}': historyPath('getTimeline'),
  '/openapi/v1/timeline/{urn}': historyPath('getTimeline_v1'),
  '/openapi/timeline/v1/{urn}': historyPath('getTimeline_v0'),
  '/openapi/v2/timeseries/{entityName}/{aspectName}': {
    get: {
      ...operation({
        id: 'scrollTimeseries',
        summary: 'Scroll points of a timeseries aspect of all entities of a type, newest first',
        tag: TIMELINE_TAG,
        answer: objectOf(
          {
            scrollId: SCROLL_ID,
            results: listOf(
              objectOf(
                {
                  urn: text,
                  timestampMillis: time,
                  messageId: text,
                  event: { type: 'object' },
                  systemMetadata: ref('schemas', 'SystemMetadata'),
                },
                ['urn', 'timestampMillis', 'event'],
              ),
            ),
          },
          ['results'],
        ),
      }),
      parameters: [
        ...parameters('entityName', 'aspectName', 'count', 'scrollId', 'systemMetadata'),
        query('startTimeMillis', time, 'Earliest time in ms.'),
        query('endTimeMillis', time, 'Latest time in ms.'),
      ],
    },
  },
};
