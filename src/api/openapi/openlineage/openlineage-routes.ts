import type { FastifyInstance } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import { ingestLineageEvent } from '../../../operations/openlineage/ingest-lineage-event.ts';
import type { Requester } from '../../../operations/requester.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import { asList, asObject } from '../../../util/json/json-input.ts';
import type { JsonValue } from '../../../util/json.ts';
import { bodyOf } from '../../http/request-body.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';

/** Path to which OpenLineage clients send events. */
export const LINEAGE_PATH = '/openapi/openlineage/api/v1/lineage';

const MAX_EVENTS = 1_000;

/** Errors after which the same event may succeed. */
const RETRIABLE: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TIMEOUT', 'TOO_MANY_REQUESTS']);

/** An event of a batch that was refused. */
interface FailedEvent {
  readonly index: number;
  readonly reason: string;
  readonly retriable: boolean;
}

/**
 * `POST /lineage`: one event. `POST /lineage/batch`: a list of them, each written or refused on its own; FORBIDDEN if
 * the caller may write none of them.
 */
export function openlineageRoutes(app: FastifyInstance): void {
  app.post(LINEAGE_PATH, runs(ingestLineageEvent), async (request, reply) => {
    await requesterOf(request).run(ingestLineageEvent, asObject(bodyOf(request), 'The body'));
    return reply.code(201).send();
  });
  app.post(`${LINEAGE_PATH}/batch`, runs(ingestLineageEvent), async (request) => {
    const events = asList(bodyOf(request), 'The body');
    checkBatchSize('The body', events.length, MAX_EVENTS);
    const requester = requesterOf(request);
    const failed: FailedEvent[] = [];
    let denied: CatalogError | undefined;
    for (const [index, event] of events.entries()) {
      const error = await refusalOf(requester, event);
      if (error === undefined) continue;
      if (error.code === 'FORBIDDEN') denied ??= error;
      failed.push({ index, reason: error.message, retriable: RETRIABLE.has(error.code) });
    }
    if (denied !== undefined && failed.length === events.length) throw denied;
    return batchAnswer(events.length, failed);
  });
}

async function refusalOf(requester: Requester, event: JsonValue): Promise<CatalogError | undefined> {
  try {
    await requester.run(ingestLineageEvent, event);
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError) return error;
    throw error;
  }
}

function batchAnswer(received: number, failed: readonly FailedEvent[]): object {
  const retriable = failed.filter((event) => event.retriable).length;
  const successful = received - failed.length;
  const partly = successful > 0 ? 'partial_success' : 'failure';
  return {
    status: failed.length === 0 ? 'success' : partly,
    summary: {
      received,
      successful,
      failed: failed.length,
      retriable,
      non_retriable: failed.length - retriable,
    },
    failed_events: failed,
  };
}
