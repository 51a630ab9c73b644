import { requireType } from '../../auth/rights.ts';
import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { isFinished } from '../../model/ingestion/run-status.ts';
import { EXECUTION_REQUEST, SOURCE } from '../../model/ingestion/run-request.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { given } from '../../util/given.ts';
import { object, text } from '../../util/json/json-members.ts';
import { defineProtected } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { EXECUTE_INGESTION } from './execute-need.ts';
import { objectOf } from '../shapes.ts';

/**
 * Cancels a request to run an ingestion source: signals the executor to stop it. A request that no executor has
 * started ends at once. Returns its urn. Throws NOT_FOUND for requests of other sources, and CONFLICT when it has
 * ended.
 */
export const cancelExecutionRequest = defineProtected({
  name: 'cancelExecutionRequest',
  effect: 'write',
  summary: 'Cancels a run of an ingestion source.',
  input: (types) =>
    objectOf({
      ingestionSourceUrn: types.entityOf(SOURCE),
      executionRequestUrn: types.entityOf(EXECUTION_REQUEST.entityType),
    }),
  needs: EXECUTE_INGESTION,
  run: async ({ ingestionSourceUrn: source, executionRequestUrn: { urn } }, work) => {
    const { change, reader } = work.services;
    requireType(work.rights, EXECUTION_REQUEST.entityType);
    const { input, result, signal } = EXECUTION_REQUEST;
    const aspects = (await reader.entities([urn], [input, result])).get(urn)?.aspects;
    const asked = aspects?.get(input)?.value;
    // The message does not name the other source: the caller may have rights only on this one.
    if (asked === undefined || object(asked['source'])?.['ingestionSource'] !== source.urn) {
      throw new CatalogError(
        'NOT_FOUND',
        `The ingestion source ${source.urn} has no execution request ${urn}.`,
      );
    }
    const status = text(aspects?.get(result)?.value['status']);
    if (isFinished(status)) {
      throw new CatalogError(
        'CONFLICT',
        `The execution request ${urn} has ended already: ${status}.`,
        because('RUN_ENDED'),
      );
    }
    const stop = {
      signal: 'KILL',
      ...given({ executorId: asked['executorId'] }),
      createdAt: { ...stampNow(work) },
    };
    await change.ingest(work.actor.urn, [
      upsertOf(urn, signal, stop),
      {
        urn,
        aspectName: result,
        changeType: 'CREATE',
        condition: { ifNoneMatch: '*' },
        value: { status: 'CANCELLED', report: 'Cancelled before an executor started it.' },
      },
    ]);
    return urn;
  },
});
