import type { Answer } from '../../support/start-server.ts';
import { jsonAt, jsonItems } from '../../support/json-at.ts';
import type { Protocol } from './matrix-operations.ts';

/** The `Outcome` of a request, or a description of an answer that does not have the form of its protocol. */
export function outcomeOf(protocol: Protocol, answer: Answer): string {
  const { status, json, headers } = answer;
  if (status >= 500) return `status ${status}`;
  if (status === 401) {
    if (headers.get('www-authenticate') !== 'Bearer') return '401 without WWW-Authenticate';
    return isErrorForm(protocol, 401, json) ? 'unauthenticated' : 'a 401 in another form';
  }
  if (status === 403) return isErrorForm(protocol, 403, json) ? 'denied' : 'a 403 in another form';
  return protocol === 'graphql' ? outcomeOfFields(answer) : 'answered';
}

function isErrorForm(protocol: Protocol, status: number, json: unknown): boolean {
  if (jsonAt(json, 'jsonrpc') === '2.0') return typeof jsonAt(json, 'error', 'message') === 'string';
  if (typeof jsonAt(json, 'message') !== 'string' || typeof jsonAt(json, 'error') !== 'string') return false;
  if (protocol !== 'restli') return true;
  return jsonAt(json, 'status') === status && typeof jsonAt(json, 'exceptionClass') === 'string';
}

/** GraphQL always answers 200, with an error for each failed field. */
function outcomeOfFields({ status, json }: Answer): string {
  const errors = jsonItems(json, 'errors').map((error) => jsonAt(error, 'extensions'));
  if (errors.some((error) => jsonAt(error, 'classification') !== 'DataFetchingException')) {
    return 'a document that the schema does not allow';
  }
  const codes = errors.map((error) => jsonAt(error, 'code'));
  if (codes.some((code) => typeof code !== 'number' || code >= 500)) return `codes ${codes.join()}`;
  if (!codes.includes(403)) return 'answered';
  const isWhole = errors.every((error) => jsonAt(error, 'type') === 'UNAUTHORIZED') && status === 200;
  return isWhole && Object.values(json.data ?? {}).every((field) => field === null)
    ? 'denied'
    : 'a 403 in another form';
}
