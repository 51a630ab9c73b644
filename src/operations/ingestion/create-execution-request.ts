import { requireType } from '../../auth/rights.ts';
import { CatalogError } from '../../errors.ts';
import { EXECUTION_REQUEST, SOURCE, SOURCE_INFO, runRequest } from '../../model/ingestion/run-request.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { defineProtected } from '../operation.ts';
import { EXECUTE_INGESTION } from './execute-need.ts';
import { objectOf } from '../shapes.ts';

/**
 * Requests a run of an ingestion source, which an executor takes from the change log. Also for those who may execute the
 * source without reading it. Returns the urn of the request.
 */
export const createExecutionRequest = defineProtected({
  name: 'createExecutionRequest',
  effect: 'write',
  summary: 'Requests a run of an ingestion source, which an executor takes from the change log.',
  input: (types) => objectOf({ ingestionSourceUrn: types.entityOf(SOURCE) }),
  needs: EXECUTE_INGESTION,
  run: async (
    { ingestionSourceUrn: { urn: source } },
    { actor, rights, services: { change, reader }, settings },
  ) => {
    requireType(rights, EXECUTION_REQUEST.entityType);
    const info = (await reader.entities([source], [SOURCE_INFO])).get(source)?.aspects.get(SOURCE_INFO);
    if (info === undefined) {
      throw new CatalogError('NOT_FOUND', `Failed to find ingestion source with urn ${source}.`);
    }
    const { ingestionClientVersion: clientVersion, newId, now } = settings;
    const input = runRequest(source, info.value, { requestedAt: now(), actor: actor.urn, clientVersion });
    const urn = formatUrn(EXECUTION_REQUEST.entityType, newId());
    await change.ingest(actor.urn, [creationOf(urn, EXECUTION_REQUEST.input, input)]);
    return urn;
  },
});
