import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { parseJsonExactly } from '../../util/json/exact-json.ts';
import { object, text, words } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Urn } from '../urn.ts';

/** Entity type and aspect of ingestion sources. */
export const SOURCE = 'dataHubIngestionSource';
export const SOURCE_INFO = 'dataHubIngestionSourceInfo';

/** Entity type and aspects of the requests that an executor takes from the change log. */
export const EXECUTION_REQUEST = {
  entityType: 'dataHubExecutionRequest',
  input: 'dataHubExecutionRequestInput',
  signal: 'dataHubExecutionRequestSignal',
  result: 'dataHubExecutionRequestResult',
} as const;

/** Executor of requests that name none; the default id of DataHub's executor. */
export const DEFAULT_EXECUTOR = 'default';

/** Who requests a run, when and with which client version. */
export interface RequestParts {
  /** Epoch ms. */
  readonly requestedAt: number;
  /** Absent: the schedule. */
  readonly actor?: Urn;
  /** Version of the client for sources that name none. */
  readonly clientVersion: string;
}

/**
 * The input of a request to run a source, with DataHub's names. Throws INVALID_REQUEST if its recipe is not a JSON
 * object.
 */
export function runRequest(source: Urn, info: JsonObject, parts: RequestParts): JsonObject {
  const config = object(info['config']) ?? {};
  const { actor, clientVersion, requestedAt } = parts;
  return {
    task: 'RUN_INGEST',
    args: {
      ...object(config['extraArgs']),
      recipe: namedRecipe(text(config['recipe']) ?? '', source, `config.recipe of ${source}`),
      version: words(config['version']) ?? clientVersion,
      debug_mode: String(config['debugMode'] === true),
    },
    executorId: words(config['executorId']) ?? DEFAULT_EXECUTOR,
    source: {
      type: actor === undefined ? 'SCHEDULED_INGESTION_SOURCE' : 'MANUAL_INGESTION_SOURCE',
      ingestionSource: source,
    },
    requestedAt,
    ...(actor !== undefined && { actorUrn: actor }),
  };
}

/**
 * The recipe with a pipeline name: the given one unless it has its own. The client stores the state of a pipeline by
 * this name.
 */
export function namedRecipe(recipe: string, pipelineName: string, at: string): string {
  const parsed = parseRecipe(recipe);
  if (parsed === undefined)
    throw invalidRequest(
      `${at} must be a recipe as JSON: an object with 'source'.`,
      undefined,
      because('RECIPE_INVALID'),
    );
  if (words(parsed['pipeline_name']) !== undefined) return recipe;
  return JSON.stringify({ ...parsed, pipeline_name: pipelineName });
}

function parseRecipe(recipe: string): JsonObject | undefined {
  try {
    return object(parseJsonExactly(recipe));
  } catch {
    // Not rethrown: its message may quote a password, and a user who runs a source may not see its recipe.
    return undefined;
  }
}
