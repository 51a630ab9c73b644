import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { aspectNames, entitySpec } from '../../../model/registry/find-in-registry.ts';
import { entityTypeOf, parseUrn, type Urn } from '../../../model/urn.ts';
import { traceWrites, type WriteFate } from '../../../operations/traces/trace-writes.ts';
import { asObject, asTexts } from '../../../util/json/json-input.ts';
import type { JsonValue } from '../../../util/json.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import type { InputOf } from '../../../operations/operation.ts';
import { shorten } from '../../../util/printable.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';

interface TraceParams {
  readonly traceId: string;
}

/** A trace id, or a whole `traceparent`. */
const TRACE_ID = /^(?:[0-9a-f]{2}-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?$/i;

/** Maximum length of a trace id in a message. */
const MAX_SHOWN = 64;

/** State of a write in one storage; names of DataHub. */
interface StorageStatus {
  readonly writeStatus: string;
  readonly writeMessage?: string;
  readonly writeExceptions?: readonly object[];
}

/**
 * `POST /openapi/v1/trace/write/{traceId}`: the state of the writes of a request. Accepts `skipCache`, without
 * effect: nothing is cached.
 */
export function traceRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  app.post<{ Params: TraceParams }>(
    '/openapi/v1/trace/write/:traceId',
    runs(traceWrites),
    async (request) => {
      const traceId = readTraceId(request.params.traceId);
      const parameters = QueryParameters.of(request, ['onlyIncludeErrors', 'detailed', 'skipCache']);
      const onlyErrors = parameters.flag('onlyIncludeErrors', true);
      const isDetailed = parameters.flag('detailed', false);
      parameters.flag('skipCache', false);
      const writes = readWrites(registry, bodyOf(request));
      const fates = await requesterOf(request).run(traceWrites, { traceId, writes });
      const entities = [...fates].map(([urn, ofEntity]): [Urn, object] => {
        const listed = [...ofEntity].filter(([, { kind }]) => !onlyErrors || kind === 'failed');
        return [urn, Object.fromEntries(listed.map(([name, fate]) => [name, statusOf(fate, isDetailed)]))];
      });
      return Object.fromEntries(entities.filter(([, listed]) => Object.keys(listed).length > 0));
    },
  );
}

function readTraceId(text: string): string {
  const [, traceId] = TRACE_ID.exec(text) ?? [];
  if (traceId !== undefined) return traceId.toLowerCase();
  throw invalidRequest(
    `'${shorten(text, MAX_SHOWN)}' is not a trace id. Pass the 32 hexadecimal digits from the header traceparent.`,
  );
}

function readWrites(registry: EntityRegistry, body: JsonValue): InputOf<typeof traceWrites>['writes'] {
  const asked = Object.entries(asObject(body, 'The body')).map(
    ([urn, names]) => [parseUrn(urn), asTexts(names, urn)] as const,
  );
  const size = asked.reduce((sum, [, names]) => sum + names.length, asked.length);
  checkBatchSize('The body', size);
  return asked.map(([urn, names]) => ({
    urn,
    aspectNames: aspectNames(entitySpec(registry, entityTypeOf(urn)), names),
  }));
}

/** As in DataHub, `success` is false only if the write is known to have failed. */
function statusOf(fate: WriteFate, isDetailed: boolean): object {
  const [primaryStorage, searchStorage] = storagesOf(fate, isDetailed);
  return { success: fate.kind !== 'failed', primaryStorage, searchStorage };
}

function storagesOf(
  fate: WriteFate,
  isDetailed: boolean,
): readonly [primary: StorageStatus, search: StorageStatus] {
  switch (fate.kind) {
    case 'current':
      return [
        { writeStatus: 'ACTIVE_STATE' },
        fate.isIndexed
          ? { writeStatus: 'ACTIVE_STATE' }
          : { writeStatus: 'PENDING', writeMessage: 'The search index has not caught up yet.' },
      ];
    case 'former':
      return inBoth({ writeStatus: 'HISTORIC_STATE' });
    case 'noOp':
      return inBoth({ writeStatus: 'NO_OP' });
    case 'failed':
      return [
        {
          writeStatus: 'ERROR',
          writeMessage: fate.remedy,
          ...(isDetailed && { writeExceptions: [{ message: fate.problem }] }),
        },
        { writeStatus: 'ERROR', writeMessage: 'Primary storage write failed.' },
      ];
    case 'point':
      return [{ writeStatus: 'NO_OP' }, { writeStatus: 'TRACE_NOT_IMPLEMENTED' }];
    case 'unknown':
      return [
        {
          writeStatus: 'UNKNOWN',
          writeMessage:
            'No trace of this write: a later write or a deletion has removed it, or the request did not write the aspect.',
        },
        { writeStatus: 'UNKNOWN', writeMessage: 'Primary storage write indeterminate.' },
      ];
  }
}

function inBoth(status: StorageStatus): readonly [StorageStatus, StorageStatus] {
  return [status, status];
}
