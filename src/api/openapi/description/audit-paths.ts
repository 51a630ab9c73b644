import { json, listOf, objectOf, query, text, type Node } from './node.ts';
import { operation } from './operation.ts';

/** Tag of the event paths. */
export const EVENTS_TAG = 'Events';

const time: Node = { type: 'integer', format: 'int64' };

/** Paths of the audit log. */
export const AUDIT_PATHS: Readonly<Record<string, Node>> = {
  '/openapi/v1/events/audit/search': {
    post: {
      ...operation({
        id: 'searchAuditEvents',
        summary: 'Search the audit log (changes, logins and denials), newest first',
        tag: EVENTS_TAG,
        body: json(
          objectOf({
            eventTypes: listOf(text),
            entityTypes: listOf(text),
            aspectTypes: listOf(text),
            actorUrns: listOf({ ...text, format: 'urn' }),
          }),
        ),
        answer: objectOf(
          {
            nextScrollId: text,
            count: { type: 'integer' },
            total: { type: 'integer', description: 'Counted up to 10,000.' },
            usageEvents: listOf(
              objectOf(
                {
                  eventType: text,
                  timestamp: time,
                  actorUrn: text,
                  sourceIP: text,
                  eventSource: { ...text, enum: ['RESTLI', 'OPENAPI', 'GRAPHQL'] },
                  userAgent: text,
                  telemetryTraceId: text,
                  entityUrn: text,
                  entityType: text,
                  aspectName: text,
                  loginSource: text,
                  rawUsageEvent: { type: 'object' },
                },
                ['eventType', 'timestamp'],
              ),
            ),
          },
          ['count', 'total', 'usageEvents'],
        ),
      }),
      parameters: [
        query('startTime', { ...time, minimum: -1, default: -1 }, 'Earliest time in ms; -1: a day ago.'),
        query('endTime', { ...time, minimum: -1, default: -1 }, 'Latest time in ms; -1: now.'),
        query(
          'size',
          { type: 'integer', minimum: 0, default: 10 },
          'Maximum number of events; at most 1,000.',
        ),
        query('scrollId', text, 'Continues after the response with this id.'),
        query('includeRaw', { type: 'boolean', default: true }, 'Adds all recorded data of each event.'),
      ],
    },
  },
};
