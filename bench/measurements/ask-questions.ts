import { differences } from './compare-answers.ts';
import { takeTurn, type Answer, type Contender } from '../systems/contender.ts';
import { measureQuestion, variantsOf, type MeasureOptions, type RoundTimes } from './measure-question.ts';
import type { QuestionResult, QuestionTimes } from './result.ts';
import { quantile, round } from './statistics.ts';
import { QUERIES } from '../workload.mjs';

/** Systems of a run. */
export interface Contenders {
  readonly colophon: Contender;
  readonly opensearch?: Contender | undefined;
  /** Systems that are measured, but whose answers are not compared. */
  readonly others: readonly Contender[];
}

/** Variants of each question that are compared between systems. */
export const COMPARED_VARIANTS = [0, 1, 7, 50, 333];
const QUESTIONS = Object.keys(QUERIES);

/** Sends several variants of every query to both systems; returns the differences between their answers. */
export async function compareAll({
  colophon,
  opensearch,
}: Pick<Contenders, 'colophon' | 'opensearch'>): Promise<string[]> {
  const found: string[] = [];
  for (const question of QUESTIONS) {
    for (const n of COMPARED_VARIANTS) {
      const ours = await answerOf(colophon, question, n);
      if (opensearch === undefined) continue;
      const theirs = await answerOf(opensearch, question, n);
      found.push(...differences(`${question}, variant ${n}`, theirs, ours));
    }
  }
  return found;
}

/**
 * Measures every query in rounds. Within a round the systems take turns at each query, so that background load affects
 * both, and rounds alternate which system starts. The first round is warm-up and not counted.
 */
export async function measureAll(
  { colophon, opensearch, others }: Contenders,
  options: MeasureOptions & { readonly rounds: number },
  notify: (text: string) => void,
): Promise<QuestionResult[]> {
  const contenders = [...(opensearch === undefined ? [] : [opensearch]), colophon, ...others];
  const rounds = new Map<string, RoundTimes[]>();
  for (let number = 0; number <= options.rounds; number++) {
    notify(number === 0 ? 'Queries: warm-up' : `Queries: round ${number} of ${options.rounds}`);
    for (const question of QUESTIONS) {
      for (const contender of number % 2 === 0 ? contenders : contenders.toReversed()) {
        const bodies = variantsOf(contender, question);
        const times = await takeTurn(contender, (client) =>
          measureQuestion(contender, client, bodies, options),
        );
        const key = `${question} ${contender.name}`;
        if (number > 0) rounds.set(key, [...(rounds.get(key) ?? []), times]);
      }
    }
  }
  return QUESTIONS.map((name) => ({
    name,
    colophon: summarize(rounds.get(`${name} colophon`) ?? []),
    ...Object.fromEntries(
      contenders
        .filter((contender) => contender !== colophon)
        .map((contender) => [contender.name, summarize(rounds.get(`${name} ${contender.name}`) ?? [])]),
    ),
  }));
}

/** Size in bytes of the answer to the first variant of each query. */
export async function answerSizes(contender: Contender): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const question of QUESTIONS) {
    const text = await takeTurn(contender, (client) =>
      client.post(contender.path, contender.body(question, 0)),
    );
    sizes.set(question, Buffer.byteLength(text));
  }
  return sizes;
}

async function answerOf(contender: Contender, question: string, n: number): Promise<Answer> {
  const body = contender.body(question, n);
  const text = await takeTurn(contender, (client) => client.post(contender.path, body));
  if (contender.isFailure(text))
    throw new Error(`${contender.name} failed on ${body}: ${text.slice(0, 500)}`);
  return contender.readAnswer(question, text);
}

function summarize(rounds: readonly RoundTimes[]): QuestionTimes {
  const all = rounds.flatMap(({ milliseconds }) => milliseconds);
  const answered = rounds.reduce((sum, times) => sum + times.answered, 0);
  const seconds = rounds.reduce((sum, times) => sum + times.seconds, 0);
  return {
    p50Ms: round(quantile(all, 0.5)),
    p95Ms: round(quantile(all, 0.95)),
    perSecond: Math.round(answered / seconds),
    p50MsByRound: rounds.map(({ milliseconds }) => round(quantile(milliseconds, 0.5))),
  };
}
