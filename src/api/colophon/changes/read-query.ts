import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import { parseUrn } from '../../../model/urn.ts';
import { DEFAULT_CHANGES, type ChangeFilter } from '../../../operations/changes/read-changes.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { because } from '../../../refusals.ts';

/** Maximum time that a request without events is held, in seconds. */
export const LONGEST_WAIT = 60;

/** A request for changes. */
export interface ChangesRequest {
  readonly since: string;
  /** Maximum events of a page. */
  readonly limit: number;
  readonly filter: ChangeFilter;
  /** How long a request without events is held, in ms. */
  readonly waitMs: number;
  /** Whether the client wants Server-Sent Events. */
  readonly isStream: boolean;
}

/** Reads query and headers. Throws INVALID_REQUEST with parameter and value. */
export function readQuery(request: FastifyRequest): ChangesRequest {
  const query = new QueryParameters(request);
  const wait = query.count('wait') ?? 0;
  if (wait > LONGEST_WAIT) {
    throw invalidRequest(
      `Parameter wait must be a whole number of seconds from 0 to ${LONGEST_WAIT}, but it is '${wait}'.`,
      undefined,
      because('INPUT_FORMAT', { name: 'wait', value: String(wait) }),
    );
  }
  const { accept = '', 'last-event-id': lastEventId } = request.headers;
  const isStream = request.method === 'GET' && accept.includes('text/event-stream');
  const resumed = isStream && typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined;
  return {
    since: resumed ?? query.text('since') ?? 'now',
    limit: query.count('limit') ?? DEFAULT_CHANGES,
    filter: {
      entityTypes: query.list('entityType'),
      aspects: query.list('aspect'),
      // Urns and run ids may contain commas.
      urns: query.all('urn').map(parseUrn),
      properties: query.all('property').map(parseUrn),
      runIds: query.all('runId'),
    },
    waitMs: wait * 1_000,
    isStream,
  };
}
