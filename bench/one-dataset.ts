/**
 * Measures one dataset with its properties by GraphQL, compared with a constant resolver on the same HTTP and GraphQL stack:
 *
 *   node bench/one-dataset.ts [--entities 10000] [--no-write]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { takeTurn, type Contender } from './systems/contender.ts';
import { HttpClient } from './systems/http-client.ts';
import { commitOfTree, describeMachine } from './measurements/machine.ts';
import { measureQuestion, type RoundTimes } from './measurements/measure-question.ts';
import { readLine } from './systems/read-line.ts';
import { RunScope } from './systems/run-scope.ts';
import { startLoaded } from './measurements/start-loaded.ts';
import { quantile, round } from './measurements/statistics.ts';
import { entity } from './workload.mjs';

const { values: options } = parseArgs({
  allowNegative: true,
  options: { entities: { type: 'string', default: '10000' }, write: { type: 'boolean', default: true } },
});
const ENTITIES = Number(options.entities);
const ROUNDS = 5;
const METHOD = { timedRequests: 300, throughputSeconds: 2, clients: 8 };

const DOCUMENT = `query one($urn: String!) { dataset(urn: $urn) {
  urn type properties { name description }
  structuredProperties { properties {
    structuredProperty { urn }
    values { ... on StringValue { stringValue } ... on NumberValue { numberValue } }
  } }
} }`;

const bodies = Array.from({ length: 1000 }, (_, n) =>
  JSON.stringify({ query: DOCUMENT, variables: { urn: entity((n * 7919) % ENTITIES).urn } }),
);

type Named = Pick<Contender, 'process' | 'path' | 'connect' | 'isFailure'> & { readonly name: string };

async function startConstant(scope: RunScope): Promise<Named> {
  const child = scope.start({
    name: 'constant',
    command: process.execPath,
    args: [join(import.meta.dirname, 'systems', 'constant-server.ts')],
    readOutput: true,
  });
  const { url = '' } = await readLine(child);
  return {
    name: 'constant',
    process: child,
    path: '/api/graphql',
    connect: () => new HttpClient(url),
    isFailure: (text) => text.includes('"errors":'),
  };
}

function summarize(rounds: readonly RoundTimes[]): { p50Ms: number; p95Ms: number; perSecond: number } {
  const all = rounds.flatMap(({ milliseconds }) => milliseconds);
  const seconds = rounds.reduce((sum, times) => sum + times.seconds, 0);
  const answered = rounds.reduce((sum, times) => sum + times.answered, 0);
  return {
    p50Ms: round(quantile(all, 0.5)),
    p95Ms: round(quantile(all, 0.95)),
    perSecond: Math.round(answered / seconds),
  };
}

using scope = new RunScope();
const machine = await describeMachine();
const contenders: readonly Named[] = [
  await startLoaded(scope, { entities: ENTITIES, copyOf: undefined }),
  await startConstant(scope),
];
const rounds = new Map<string, RoundTimes[]>(contenders.map(({ name }) => [name, []]));
for (let number = 0; number <= ROUNDS; number++) {
  for (const contender of number % 2 === 0 ? contenders : contenders.toReversed()) {
    const times = await takeTurn(contender, (client) => measureQuestion(contender, client, bodies, METHOD));
    // The first round is warm-up.
    if (number > 0) rounds.get(contender.name)?.push(times);
  }
}
const [colophon, constant] = contenders.map(({ name }) => summarize(rounds.get(name) ?? []));
const result = {
  date: new Date().toISOString(),
  commit: commitOfTree(),
  machine,
  entities: ENTITIES,
  method: { rounds: ROUNDS, ...METHOD },
  colophon,
  constant,
  share: round((colophon?.perSecond ?? NaN) / (constant?.perSecond ?? NaN)),
};
console.log(result);
if (options.write) {
  const file = join(import.meta.dirname, 'results', `${result.date.slice(0, 10)}-one-dataset.json`);
  writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
}
process.exit(0);
