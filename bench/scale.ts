/**
 * Measures each pair of store and index with one, two and three processes. Usage: `npm run bench:scale -- --help`. Method:
 * bench/scale.md.
 */
import { commitOfTree, describeMachine } from './measurements/machine.ts';
import { installOpenSearch, startOpenSearch } from './systems/opensearch-node.ts';
import { RunScope } from './systems/run-scope.ts';
import { measurePair } from './scale/measure-pair.ts';
import { otherAnswers, type Answers } from './scale/measure-questions.ts';
import { createPair } from './scale/pairs.ts';
import { startPostgres } from './scale/postgres-server.ts';
import { USAGE, readScaleOptions, type ScaleOptions } from './scale/scale-options.ts';
import type { PairResult, ScaleResult } from './scale/scale-result.ts';
import { scaleTables, writeScaleResult } from './scale/scale-tables.ts';

const notify = (text: string): void => void process.stderr.write(`${text}\n`);

const options = readScaleOptions(process.argv.slice(2));
if (options === undefined) console.log(USAGE);
else process.exitCode = await run(options);

async function run(options: ScaleOptions): Promise<number> {
  using scope = new RunScope();
  scope.giveUpAfter(options.limitMinutes);
  let last: ScaleResult | undefined;
  for await (const result of measureAll(options, scope)) {
    last = result;
    if (options.write) notify(`Written: ${await writeScaleResult(result)} and the tables in bench/scale.md`);
  }
  if (last === undefined) return 1;
  console.log(scaleTables(last));
  for (const difference of last.differences) notify(`Answers differ: ${difference}`);
  return last.differences.length > 0 ? 1 : 0;
}

/** Measures the pairs one after another; yields the results so far after each. */
async function* measureAll(options: ScaleOptions, scope: RunScope): AsyncGenerator<ScaleResult> {
  const started = performance.now();
  await installOpenSearch(scope);
  const head = { date: new Date().toISOString(), commit: commitOfTree(), machine: await describeMachine() };
  notify(`Machine: ${head.machine.cores} cores, ${Math.round(head.machine.idle * 100)} % idle`);
  const postgres = await startPostgres(scope);
  const { node, url } = await startOpenSearch(scope);
  const engines = { postgres, opensearch: { process: node.process, url } };
  const pairs: PairResult[] = [];
  const differences: string[] = [];
  let first: Answers | undefined;
  for (const name of options.pairs) {
    const pair = await createPair(scope, engines, name);
    const { answers, result } = await measurePair(pair, engines, options, notify);
    first ??= answers;
    differences.push(...otherAnswers(first, answers, name));
    pairs.push(result);
    yield {
      ...head,
      entities: options.entities,
      postgresSettings: postgres.settings,
      pairs,
      differences,
      minutes: Math.round((performance.now() - started) / 60_000),
    };
  }
}
