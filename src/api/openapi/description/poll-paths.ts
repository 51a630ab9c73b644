import { EVENTS_TAG } from './audit-paths.ts';
import { listOf, objectOf, query, text, whole, type Node } from './node.ts';
import { operation } from './operation.ts';
import { TOPICS } from '../v1/poll-events.ts';

/** Paths of the events that DataHub's Actions framework reads. */
export const POLL_PATHS: Readonly<Record<string, Node>> = {
  '/openapi/v1/events/poll': {
    get: {
      ...operation({
        id: 'pollEvents',
        summary: 'Read the next events of a topic, oldest first; waits for one if there is none',
        tag: EVENTS_TAG,
        answer: objectOf(
          {
            offsetId: { ...text, description: 'The `offsetId` of the next poll.' },
            count: whole,
            events: listOf(
              objectOf(
                {
                  contentType: { ...text, enum: ['application/json'] },
                  value: { ...text, description: 'JSON: a PlatformEvent or a MetadataChangeLog.' },
                },
                ['contentType', 'value'],
              ),
            ),
          },
          ['offsetId', 'count', 'events'],
        ),
      }),
      parameters: [
        { ...query('topic', { ...text, enum: [...TOPICS] }, 'The topic.'), required: true },
        query('offsetId', text, 'Continues after the response with this offset; absent: from now on.'),
        query(
          'limit',
          { ...whole, minimum: 1, default: 100 },
          'Number of changes after which the response ends; at most 5,000. A commit is never split.',
        ),
        query(
          'pollTimeoutSeconds',
          { ...whole, minimum: 0, default: 10 },
          'How long to wait for an event; at most 10.',
        ),
        query(
          'lookbackWindowDays',
          { ...whole, minimum: 0 },
          'Without an offset: begins this many days ago, or with the oldest change that is kept.',
        ),
      ],
    },
  },
};
