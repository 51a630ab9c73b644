import * as v from 'valibot';
import { DEFAULT_EXECUTOR, EXECUTION_REQUEST, namedRecipe } from '../../model/ingestion/run-request.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';
import { objectOf } from '../shapes.ts';

/** Requests a test of a recipe's connection, which an executor takes from the change log. Returns the urn of the request. */
export const createTestConnectionRequest = defineOperation({
  name: 'createTestConnectionRequest',
  effect: 'write',
  summary: "Requests a test of a recipe's connection, which an executor takes from the change log.",
  input: () => objectOf({ recipe: v.string(), version: v.nullish(v.string()) }),
  needs: platform(MANAGE_INGESTION),
  run: async ({ recipe, version }, work) => {
    const { ingestionClientVersion, newId, now } = work.settings;
    const urn = formatUrn(EXECUTION_REQUEST.entityType, newId());
    const input = {
      task: 'TEST_CONNECTION',
      args: { recipe: namedRecipe(recipe, urn, 'recipe'), version: version ?? ingestionClientVersion },
      executorId: DEFAULT_EXECUTOR,
      source: { type: 'MANUAL_TEST_CONNECTION' },
      requestedAt: now(),
      actorUrn: work.actor.urn,
    };
    await work.ingest([creationOf(urn, EXECUTION_REQUEST.input, input)]);
    return urn;
  },
});
