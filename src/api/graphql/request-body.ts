import { messageOf } from '../../errors.ts';
import { parseJsonExactly } from '../../util/exact-json.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

/** A request as the GraphQL-over-HTTP form has it. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: JsonObject;
  readonly operationName: string | undefined;
}

/** Why a body is no request: `undefined` asks for an empty answer, as DataHub gives to what is no GraphQL at all. */
export interface RefusedBody {
  readonly problem: string | undefined;
}

const NOT_GRAPHQL: RefusedBody = { problem: undefined };

/** Other servers take several requests at once, so that whoever sends them has to be told. */
const BATCH: RefusedBody = {
  problem: 'The body is a list, but requests are taken one at a time. Send an object with "query".',
};

/** Reads the body of a request; explicit nulls are the same as absent members. */
export function parseBody(text: string): GraphqlRequest | RefusedBody {
  const body = parseExactly(text);
  if (body instanceof Error) return { problem: messageOf(body) };
  if (Array.isArray(body)) return BATCH;
  if (!isJsonObject(body)) return NOT_GRAPHQL;
  const { query, variables = null, operationName = null, extensions = null } = body;
  if (typeof query !== 'string') return NOT_GRAPHQL;
  if (variables !== null && !isJsonObject(variables))
    return { problem: wrongMember('variables', 'an object') };
  if (extensions !== null && !isJsonObject(extensions))
    return { problem: wrongMember('extensions', 'an object') };
  if (operationName !== null && typeof operationName !== 'string') {
    return { problem: wrongMember('operationName', 'a string') };
  }
  const named = operationName === null || operationName === '' ? undefined : operationName;
  return { query, variables: variables ?? {}, operationName: named };
}

/** Undefined for what is no JSON; an error for JSON with a number that would be rounded. */
function parseExactly(text: string): JsonValue | Error | undefined {
  try {
    return parseJsonExactly(text);
  } catch (error) {
    return isJson(text) && error instanceof Error ? error : undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // That is the answer to the question.
  }
}

function wrongMember(name: string, expected: string): string {
  return `"${name}" must be ${expected} or null. Leave it out if the query needs none.`;
}
