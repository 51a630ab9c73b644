import { CatalogError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { asList, asObject } from '../../util/json/json-input.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { UsageError } from '../usage-error.ts';

const PATH = '/api/colophon/v1/plans';

/** A text of definitions, and its name in messages. */
export interface DefinitionText {
  readonly yaml: string;
  readonly name: string;
}

/** Plans the definitions of a text. Changes nothing. */
export async function planDefinitions(text: DefinitionText, client: CatalogClient): Promise<JsonObject> {
  return planIn(await tryImport(text, client));
}

/** The definitions of a text as aspects, as plans and bulk edits take them. Changes nothing. */
export async function readDefinitions(text: DefinitionText, client: CatalogClient): Promise<JsonObject[]> {
  const { read } = await tryImport(text, client);
  return asList(read, 'read').map((one) => {
    const { line: _, ...definition } = asObject(one, 'read');
    return definition;
  });
}

async function tryImport(text: DefinitionText, client: CatalogClient): Promise<JsonObject> {
  return answered(await client.request('POST', `${PATH}/import`, { ...text, dryRun: true }));
}

/** The plan without the parsed definitions. */
function planIn({ read: _, ...plan }: JsonObject): JsonObject {
  return plan;
}

/** Writes the definitions of a text (with a token, only as planned) and returns the plan. Throws UsageError for an invalid token. */
export async function applyDefinitions(
  text: DefinitionText,
  planToken: string | undefined,
  client: CatalogClient,
): Promise<JsonObject> {
  const token = planToken === undefined ? {} : { planToken };
  return planIn(await withToken(() => client.request('POST', `${PATH}/import`, { ...text, ...token })));
}

/** Requests a plan of changes and returns the server's response. Changes nothing. */
export async function requestPlan(input: JsonObject, client: CatalogClient): Promise<JsonObject> {
  return answered(await client.request('POST', PATH, input));
}

/** Applies changes (with a token, only as planned) and returns the plan. Throws UsageError for an invalid token. */
export async function applyPlan(
  input: JsonObject,
  planToken: string | undefined,
  client: CatalogClient,
): Promise<JsonObject> {
  const token = planToken === undefined ? {} : { planToken };
  return withToken(() => client.request('POST', `${PATH}/apply`, { ...input, ...token }));
}

async function withToken(send: () => Promise<JsonValue | undefined>): Promise<JsonObject> {
  try {
    return answered(await send());
  } catch (error) {
    throw isAboutToken(error)
      ? new UsageError(`The --plan token is invalid. Create a new plan and pass its token unchanged.`)
      : error;
  }
}

/** Whether the server rejected the plan token: its problem names the request member, not the option. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof CatalogError &&
    error.code === 'INVALID_REQUEST' &&
    error.problems.some(({ field }) => field === 'planToken')
  );
}

function answered(answer: JsonValue | undefined): JsonObject {
  return asObject(answer, 'The answer');
}
