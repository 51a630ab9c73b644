import type { Contender } from '../systems/contender.ts';
import type { HttpClient } from '../systems/http-client.ts';

/** How one query is measured in one round. */
export interface MeasureOptions {
  /** Number of requests timed one by one, on one connection. */
  readonly timedRequests: number;
  readonly throughputSeconds: number;
  readonly clients: number;
  /** No further timed request starts after this time. */
  readonly timedSeconds?: number;
}

/** Measurements of one round. */
export interface RoundTimes {
  /** Latency of each timed request. */
  readonly milliseconds: readonly number[];
  /** Requests answered to all clients together. */
  readonly answered: number;
  readonly seconds: number;
  /** All requests, including the warm-up. */
  readonly requests: number;
}

const WARM_UP_REQUESTS = 20;
// Built before the clock starts, so that only sending, answering and receiving are timed.
const VARIANTS = 1000;

/** Bodies of the variants of a query, sent in turn. */
export function variantsOf(contender: Contender, question: string): readonly string[] {
  return Array.from({ length: VARIANTS }, (_, n) => contender.body(question, n));
}

/** Measures one query: warm-up, then single requests, then several concurrent clients. */
export async function measureQuestion(
  contender: Pick<Contender, 'path' | 'isFailure'> & { readonly name: string },
  client: HttpClient,
  bodies: readonly string[],
  { timedRequests, timedSeconds = Infinity, throughputSeconds, clients }: MeasureOptions,
): Promise<RoundTimes> {
  let next = 0;
  const ask = async (): Promise<void> => {
    const body = bodies[next++ % bodies.length] ?? '';
    const text = await client.post(contender.path, body);
    if (contender.isFailure(text))
      throw new Error(`${contender.name} failed on ${body}: ${text.slice(0, 500)}`);
  };

  for (let i = 0; i < WARM_UP_REQUESTS; i++) await ask();

  const milliseconds: number[] = [];
  const lastBegin = performance.now() + timedSeconds * 1000;
  for (let i = 0; i < timedRequests && performance.now() < lastBegin; i++) {
    const started = performance.now();
    await ask();
    milliseconds.push(performance.now() - started);
  }

  let answered = 0;
  const started = performance.now();
  const end = started + throughputSeconds * 1000;
  const askUntilEnd = async (): Promise<void> => {
    while (performance.now() < end) {
      await ask();
      answered++;
    }
  };
  await Promise.all(Array.from({ length: clients }, askUntilEnd));
  return { milliseconds, answered, seconds: (performance.now() - started) / 1000, requests: next };
}
