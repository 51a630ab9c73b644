import { COMPARED_VARIANTS } from '../measurements/ask-questions.ts';
import type { ColophonServer } from '../systems/colophon-server.ts';
import { differences } from '../measurements/compare-answers.ts';
import type { Answer, Contender } from '../systems/contender.ts';
import type { HttpClient } from '../systems/http-client.ts';
import { measureQuestion, variantsOf, type MeasureOptions } from '../measurements/measure-question.ts';
import { latenciesOf, type Latencies } from '../measurements/statistics.ts';
import { QUERIES } from '../workload.mjs';
import type { Pair } from './pairs.ts';
import { perRequest, processorTimes, type Times } from './processor-time.ts';

/** Latency and cost of one query on one pair. */
export interface ScaleQuestion extends Latencies {
  readonly name: string;
  /** Throughput of all clients together. */
  readonly perSecond: number;
  /** CPU time per request, ms, by program. */
  readonly processorMs: Times;
}

/** Answers by query and variant. */
export type Answers = ReadonlyMap<string, Answer>;

/** Answers of a pair, for comparison with other pairs. */
export async function askAll(server: Contender, client: HttpClient): Promise<Answers> {
  const answers = new Map<string, Answer>();
  for (const question of Object.keys(QUERIES)) {
    for (const n of COMPARED_VARIANTS) {
      const text = await client.post(server.path, server.body(question, n));
      if (server.isFailure(text)) throw new Error(`${question} failed: ${text.slice(0, 500)}`);
      answers.set(`${question}, variant ${n}`, server.readAnswer(question, text));
    }
  }
  return answers;
}

/** Describes where totals or buckets of a pair differ from those of the first one. */
export function otherAnswers(first: Answers, answers: Answers, pair: string): string[] {
  return [...first].flatMap(([question, expected]) => {
    const answer = answers.get(question);
    return answer === undefined
      ? [`${question} was not asked on ${pair}`]
      : differences(question, answer, expected, pair);
  });
}

/** Measures every query with single requests, then with several concurrent clients. */
export async function measureQuestions(
  pair: Pair,
  server: ColophonServer,
  client: HttpClient,
  options: MeasureOptions,
): Promise<ScaleQuestion[]> {
  const watched = pair.watch([server]);
  const measured: ScaleQuestion[] = [];
  for (const name of Object.keys(QUERIES)) {
    const before = processorTimes(watched);
    const times = await measureQuestion(server, client, variantsOf(server, name), options);
    measured.push({
      name,
      ...latenciesOf(times.milliseconds),
      perSecond: Math.round(times.answered / times.seconds),
      processorMs: perRequest(before, processorTimes(watched), times.requests),
    });
  }
  return measured;
}
