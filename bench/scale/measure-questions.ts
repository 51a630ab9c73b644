import { COMPARED_VARIANTS } from '../ask-questions.ts';
import type { ColophonServer } from '../colophon-server.ts';
import { differences } from '../compare-answers.ts';
import type { Answer } from '../contender.ts';
import type { HttpClient } from '../http-client.ts';
import { measureQuestion, variantsOf } from '../measure-question.ts';
import type { MeasureOptions } from '../measure-question.ts';
import { latenciesOf } from '../statistics.ts';
import type { Latencies } from '../statistics.ts';
import { QUERIES } from '../workload.mjs';
import type { Pair } from './pairs.ts';
import { perRequest, processorTimes } from './processor-time.ts';
import type { Times } from './processor-time.ts';

/** Times and cost of one question on one pair. */
export interface ScaleQuestion extends Latencies {
  readonly name: string;
  /** Answered by all clients together. */
  readonly perSecond: number;
  /** Processor time of a request, ms, by program. */
  readonly processorMs: Times;
}

/** Answers by question and variant. */
export type Answers = ReadonlyMap<string, Answer>;

/** What is asked of every pair, to be compared. */
export async function askAll(server: ColophonServer, client: HttpClient): Promise<Answers> {
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

/** Where a pair answers other totals or buckets than the first one, as sentences. */
export function otherAnswers(first: Answers, answers: Answers, pair: string): string[] {
  return [...first].flatMap(([question, expected]) => {
    const answer = answers.get(question);
    return answer === undefined
      ? [`${question} was not asked on ${pair}`]
      : differences(question, answer, expected, pair);
  });
}

/** Asks every question one by one, and then by several clients at once. */
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
