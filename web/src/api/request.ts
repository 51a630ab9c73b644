import { ApiError } from './api-error.ts';
import { BASE_PATH } from './base-path.ts';
import { problemsInWords } from './errors/problems.ts';
import { heard } from './reachability.ts';
import { pastedToken } from './session.ts';
import { isObject } from './is-object.ts';
import { jsonOrText } from './json-or-text.ts';

/** What a request sends. */
export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request to a path of the server (`/openapi/v3/...`) with the session cookie or the pasted token, and returns the
 * parsed JSON response, undefined if empty. Throws {@link ApiError} if the status is not 2xx or there is no response.
 */
export async function request(path: string, options: RequestOptions = {}): Promise<unknown> {
  const response = await send(path, options);
  const text = await response.text();
  const answer = jsonOrText(text);
  if (!response.ok) throw await failure(response, answer, text);
  return answer;
}

/** Like {@link request}, but returns the response as text. Throws {@link ApiError}. */
export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  const response = await send(path, options);
  const text = await response.text();
  if (!response.ok) throw await failure(response, jsonOrText(text), text);
  return text;
}

async function send(path: string, { method, body, headers, signal }: RequestOptions): Promise<Response> {
  const token = pastedToken();
  try {
    const init: RequestInit = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        Accept: 'application/json',
        // The server responds to a write only when searches find it, even if the index lags behind the store.
        'X-DataHub-Sync-Index-Update': 'true',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    return await heard(() => fetch(BASE_PATH + path, init));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('The server did not respond. Check that it is running and try again.', 0);
  }
}

async function failure({ headers, status }: Response, answer: unknown, text: string): Promise<ApiError> {
  const members = isObject(answer) ? answer : {};
  const [first] = Array.isArray(members['errors']) ? (members['errors'] as readonly unknown[]) : [];
  // An HTML page comes from a proxy and says nothing useful to the person.
  const plain = headers.get('content-type')?.startsWith('text/plain') === true ? text : '';
  const own = isObject(first) ? first['message'] : undefined;
  const message = [members['message'], members['error'], own, plain].find(
    (candidate): candidate is string => typeof candidate === 'string' && candidate !== '',
  );
  return new ApiError(
    message ?? `The server answered with status ${status}.`,
    status,
    await problemsInWords(members['problems']),
  );
}
