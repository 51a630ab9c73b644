import type { FastifyInstance } from 'fastify';
import type { Requester } from '../../../operations/requester.ts';
import { invalidRequest } from '../../../errors.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { aspectNames, entitySpec } from '../../../model/registry/find-in-registry.ts';
import { entityTypeOf, parseUrn } from '../../../model/urn.ts';
import { asObject, asTexts } from '../../../util/json/json-input.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';

interface TraceParams {
  readonly traceId: string;
}

const WRITTEN = { writeStatus: 'ACTIVE_STATE' };
const UNKNOWN = { writeStatus: 'UNKNOWN', writeMessage: 'The aspect does not exist.' };

/**
 * `POST /openapi/v1/trace/write/{traceId}`: status of asynchronous writes. A write is durable and searchable before it
 * is acknowledged, so every existing aspect counts as written, regardless of the trace id.
 */
export function traceRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  app.post<{ Params: TraceParams }>('/openapi/v1/trace/write/:traceId', runs(getAspect), async (request) => {
    const { traceId } = request.params;
    if (!/^[0-9a-f]{32}$/.test(traceId)) {
      throw invalidRequest(
        `'${traceId}' is not a trace id. Pass the 32 hexadecimal digits from the header traceparent.`,
      );
    }
    const onlyErrors = new QueryParameters(request).flag('onlyIncludeErrors', true);
    const asked = Object.entries(asObject(bodyOf(request), 'The body'));
    const wanted = asked.map(([urn, names]) => [urn, asTexts(names, urn)] as const);
    const size = wanted.reduce((sum, [, aspects]) => sum + aspects.length, wanted.length);
    checkBatchSize('The body', size);
    const answers: (readonly [string, object])[] = [];
    for (const [urn, aspects] of wanted) {
      answers.push([urn, await statuses(requesterOf(request), registry, urn, aspects, onlyErrors)]);
    }
    return Object.fromEntries(answers);
  });
}

async function statuses(
  requester: Requester,
  registry: EntityRegistry,
  urnText: string,
  names: readonly string[],
  onlyErrors: boolean,
): Promise<object> {
  const urn = parseUrn(urnText);
  const aspects = aspectNames(entitySpec(registry, entityTypeOf(urn)), names);
  const found: (readonly [string, object])[] = [];
  for (const [index, name] of aspects.entries()) {
    await nextTurn();
    const success = (await requester.run(getAspect, { urn, aspectName: name, version: 0 })) !== undefined;
    if (success && onlyErrors) continue;
    const status = success ? WRITTEN : UNKNOWN;
    found.push([names[index] ?? name, { success, primaryStorage: status, searchStorage: status }]);
  }
  return Object.fromEntries(found);
}
