import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import {
  pollChangeLog,
  pollPlatformEvents,
  type PollInput,
  type PolledPage,
} from '../../../operations/changes/poll-events.ts';
import { EVERY_CHANGE } from '../../../operations/changes/read-changes.ts';
import type { PlatformEvent } from '../../../operations/changes/platform-events.ts';
import type { Requester } from '../../../operations/requester.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { waitForEvents, type WaitParts } from '../../http/wait-for-events.ts';
import { changeLogValue } from './change-log-value.ts';

const PATH = '/openapi/v1/events/poll';

/** Topics, by DataHub's names. */
export const TOPICS = [
  'PlatformEvent_v1',
  'MetadataChangeLog_Versioned_v1',
  'MetadataChangeLog_Timeseries_v1',
] as const;

/** Maximum changes per response; a greater `limit` is reduced to it. */
const MAX_LIMIT = 5_000;
const DEFAULT_LIMIT = 100;
/** Maximum seconds that a poll is held, and the default; a greater `pollTimeoutSeconds` is reduced to it. */
const MAX_SECONDS = 10;

const PARAMETERS = ['topic', 'offsetId', 'limit', 'pollTimeoutSeconds', 'lookbackWindowDays'];

/** A page of functions that form the values of events. */
type Values = PolledPage<() => object>;

/** `GET /openapi/v1/events/poll`: what DataHub's Actions framework reads instead of Kafka, in its form. */
export function pollRoutes(app: FastifyInstance, parts: WaitParts): void {
  app.get(PATH, runs(pollPlatformEvents, pollChangeLog), async (request, reply) => {
    const parameters = QueryParameters.of(request, PARAMETERS);
    const topic = topicOf(parameters.text('topic'));
    const input = inputOf(parameters);
    const waitMs = Math.min(parameters.count('pollTimeoutSeconds') ?? MAX_SECONDS, MAX_SECONDS) * 1_000;
    const first = await read(requesterOf(request), topic, input);
    const page = await waitForEvents(request, reply, first, waitMs, {
      ...parts,
      filter: EVERY_CHANGE,
      readOn: (requester, offset) => read(requester, topic, { ...input, offset }),
    });
    const events = await inForm(page.events);
    return { offsetId: page.cursor, count: events.length, events };
  });
}

/** The events in DataHub's form. Each is formed just before it is written: a page may have many MB. */
export async function inForm(values: Values['events']): Promise<readonly object[]> {
  const events: object[] = [];
  for (const value of values) {
    if (isTurnOver()) await nextTurn();
    events.push({ contentType: 'application/json', value: JSON.stringify(value()) });
  }
  return events;
}

function topicOf(name: string | undefined): (typeof TOPICS)[number] {
  const topic = TOPICS.find((known) => known === name);
  if (topic !== undefined) return topic;
  const found = name === undefined ? 'it is missing' : `it is '${name}'`;
  throw invalidRequest(`Parameter topic must be one of ${TOPICS.join(', ')}, but ${found}.`);
}

function inputOf(parameters: QueryParameters): PollInput {
  const limit = parameters.count('limit') ?? DEFAULT_LIMIT;
  if (limit === 0) throw invalidRequest('Parameter limit must be a whole number from 1, but it is 0.');
  return {
    offset: parameters.text('offsetId'),
    limit: Math.min(limit, MAX_LIMIT),
    lookbackDays: parameters.count('lookbackWindowDays'),
  };
}

async function read(requester: Requester, topic: (typeof TOPICS)[number], input: PollInput): Promise<Values> {
  if (topic === 'PlatformEvent_v1') {
    const page = await requester.run(pollPlatformEvents, input);
    return { ...page, events: page.events.map((event) => () => platformEvent(event)) };
  }
  const kind = topic === 'MetadataChangeLog_Versioned_v1' ? 'versioned' : 'timeseries';
  const page = await requester.run(pollChangeLog, { ...input, kind });
  return { ...page, events: page.events.map((event) => () => changeLogValue(event)) };
}

function platformEvent({ event, name }: PlatformEvent): object {
  return {
    header: { timestampMillis: event.auditStamp.time },
    name,
    payload: { value: JSON.stringify(event), contentType: 'application/json' },
  };
}
