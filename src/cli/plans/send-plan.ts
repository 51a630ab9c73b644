import { CatalogError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { asObject } from '../../util/json-input.ts';
import type { CatalogClient } from '../catalog-client.ts';
import type { DefinitionProposal } from '../definitions/definition-proposal.ts';
import { UsageError } from '../usage-error.ts';

const PATH = '/api/colophon/v1/plans';

/** The definitions of a file in the form in which they are planned. */
export function planOfDefinitions(proposals: readonly DefinitionProposal[]): JsonObject {
  return {
    definitions: proposals.map(({ urn, definition, settings }) => ({
      urn,
      propertyDefinition: definition,
      ...(settings !== undefined && { structuredPropertySettings: settings }),
    })),
  };
}

/** Asks what changes would do; answers the plan as the server states it. */
export async function requestPlan(input: JsonObject, client: CatalogClient): Promise<JsonObject> {
  return answered(await client.request('POST', PATH, input));
}

/** Does the changes, with a token only those that were planned; answers the plan that was done. */
export async function applyPlan(
  input: JsonObject,
  planToken: string | undefined,
  client: CatalogClient,
): Promise<JsonObject> {
  const token = planToken === undefined ? {} : { planToken };
  try {
    return answered(await client.request('POST', `${PATH}/apply`, { ...input, ...token }));
  } catch (error) {
    throw isAboutToken(error)
      ? new UsageError(
          `The token of --plan is not what a plan has printed. Plan again, and pass it as it is.`,
        )
      : error;
  }
}

/** The server names the member of the request; a person knows the option. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof CatalogError &&
    error.code === 'INVALID_REQUEST' &&
    error.message.startsWith('planToken ')
  );
}

function answered(answer: JsonValue | undefined): JsonObject {
  return asObject(answer, 'The answer');
}
