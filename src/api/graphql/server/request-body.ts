import { messageOf } from '../../../errors.ts';
import { because, type Refusal } from '../../../refusals.ts';
import { parseLongJson } from '../../../util/json/exact-json.ts';
import { preview } from '../../../util/json/json-input.ts';
import type { JsonLimits } from '../../../util/json/json-scan.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';

/** A GraphQL-over-HTTP request. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: JsonObject;
  readonly operationName: string | undefined;
  /** Length of the body, in UTF-16 code units. */
  readonly length: number;
}

/** Why a body is rejected. */
export interface RefusedBody extends Refusal {
  readonly problem: string;
}

/** Other servers accept batches, so a client that sends one gets a specific message. */
const BATCH: RefusedBody = {
  problem: 'The body is a list, but batches are not supported. Send an object with "query".',
  ...because('INPUT_TYPE', { name: 'body', type: 'object' }),
};

/** Parses the body of a request, within the limits; null members count as absent. */
export async function parseBody(text: string, limits: JsonLimits): Promise<GraphqlRequest | RefusedBody> {
  if (text.trim() === '') {
    return {
      problem: 'The request has no body. Send JSON with "query".',
      ...because('INPUT_MISSING', { name: 'query' }),
    };
  }
  let body: JsonValue;
  try {
    body = await parseLongJson(text, limits);
  } catch (error) {
    return { problem: messageOf(error), ...because('JSON_INVALID') };
  }
  if (Array.isArray(body)) return BATCH;
  if (!isJsonObject(body)) {
    return {
      problem: `The body must be an object with "query", but it is ${preview(body)}.`,
      ...because('INPUT_TYPE', { name: 'body', type: 'object' }),
    };
  }
  const { query, variables = null, operationName = null, extensions = null } = body;
  if (typeof query !== 'string') {
    return {
      problem: `"query" must be the text of a GraphQL document, but it is ${preview(query)}.`,
      ...because('INPUT_TYPE', { name: 'query', type: 'string' }),
    };
  }
  if (variables !== null && !isJsonObject(variables)) return wrongMember('variables', 'object');
  if (extensions !== null && !isJsonObject(extensions)) return wrongMember('extensions', 'object');
  if (operationName !== null && typeof operationName !== 'string') {
    return wrongMember('operationName', 'string');
  }
  const named = operationName === null || operationName === '' ? undefined : operationName;
  return { query, variables: variables ?? {}, operationName: named, length: text.length };
}

function wrongMember(name: string, type: 'object' | 'string'): RefusedBody {
  const expected = type === 'object' ? 'an object' : 'a string';
  return {
    problem: `"${name}" must be ${expected} or null. Leave it out if the query needs none.`,
    ...because('INPUT_TYPE', { name, type }),
  };
}
