import type { Contender } from './contender.ts';
import type { HttpClient } from './http-client.ts';

/** How one question is measured in one round. */
export interface MeasureOptions {
  /** Requests that are timed one by one, on one connection. */
  readonly timedRequests: number;
  readonly throughputSeconds: number;
  readonly clients: number;
  /** No further request is begun to be timed after this time. */
  readonly timedSeconds?: number;
}

/** What one round has measured. */
export interface RoundTimes {
  /** One entry for each timed request. */
  readonly milliseconds: readonly number[];
  /** Requests that were answered by all clients together. */
  readonly answered: number;
  readonly seconds: number;
  /** Everything that was asked, the warm-up included. */
  readonly requests: number;
}

const WARM_UP_REQUESTS = 20;
// Made before the clock starts, so that only sending, answering and receiving are timed.
const VARIANTS = 1000;

/** The bodies of the variants of a question, asked in turn. */
export function variantsOf(contender: Contender, question: string): readonly string[] {
  return Array.from({ length: VARIANTS }, (_, n) => contender.body(question, n));
}

/** Measures one question: warm-up, then single requests, then several clients at once. */
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
