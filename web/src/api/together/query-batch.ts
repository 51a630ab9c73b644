import { ApiError } from '../api-error.ts';
import { isObject } from '../is-object.ts';
import { request } from '../request.ts';
import { answerOf, merge, type Part } from './merged-document.ts';

/** How long the server may take for a query. A heavy one never delays a light one. */
export type Weight = 'light' | 'heavy';

interface Waiting extends Part {
  readonly signal: AbortSignal | undefined;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Sends it in a request of its own. */
  readonly alone: () => Promise<unknown>;
}

/** Queries of each weight that are not sent yet. */
const next: Record<Weight, Waiting[]> = { light: [], heavy: [] };
/** Microtasks until a batch is sent: what a task asks by other promises belongs to it. */
const TURNS = 3;
/** Maximum queries of a request. */
const MAX_TOGETHER = 12;

/**
 * The data of a query, which is sent in one request with the others of the same task. `alone` is called if that request fails, so
 * that a fault of one query does not affect the others.
 */
export function queryTogether(
  part: Part,
  weight: Weight,
  signal: AbortSignal | undefined,
  alone: () => Promise<unknown>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const waiting = next[weight];
    if (waiting.length === 0) void sendLater(weight);
    waiting.push({ ...part, signal, alone, resolve, reject });
  });
}

async function sendLater(weight: Weight): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
  const all = next[weight].splice(0).filter(isWanted);
  for (let start = 0; start < all.length; start += MAX_TOGETHER)
    void send(all.slice(start, start + MAX_TOGETHER));
}

async function send(batch: readonly Waiting[]): Promise<void> {
  const data = batch.length > 1 ? await dataOf(batch) : undefined;
  for (const [index, one] of batch.entries()) {
    if (data instanceof ApiError) one.reject(data);
    else if (data !== undefined) one.resolve(answerOf(data, index));
    else if (isWanted(one)) one.alone().then(one.resolve, one.reject);
  }
}

/** The data of a batch; the error if nobody is signed in; undefined if the queries have to be sent one by one. */
async function dataOf(batch: readonly Waiting[]): Promise<Record<string, unknown> | ApiError | undefined> {
  try {
    const answer = await request('/api/graphql', { body: merge(batch), signal: whenAllLeave(batch) });
    const { data, errors } = isObject(answer) ? answer : {};
    return isObject(data) && errors === undefined ? data : undefined;
  } catch (error) {
    return error instanceof ApiError && error.needsSignIn ? error : undefined;
  }
}

/** Rejects a query that nobody waits for any more. */
function isWanted({ signal, reject }: Waiting): boolean {
  if (signal?.aborted === true) reject(signal.reason);
  return signal?.aborted !== true;
}

/** Aborts the request when none of its queries is waited for. */
function whenAllLeave(batch: readonly Waiting[]): AbortSignal {
  const controller = new AbortController();
  let left = batch.length;
  for (const { signal } of batch) {
    signal?.addEventListener('abort', () => {
      left -= 1;
      if (left === 0) controller.abort();
    });
  }
  return controller.signal;
}
