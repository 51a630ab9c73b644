/**
 * Measures Colophon and OpenSearch on the common workload. Usage: `npm run bench -- --help`. Method: bench/README.md.
 */
import { join } from 'node:path';
import { answerSizes, compareAll, measureAll } from './measurements/ask-questions.ts';
import { insertRowsOf } from './systems/bare-sqlite.ts';
import { stopColophon } from './systems/colophon-server.ts';
import { takeTurn } from './systems/contender.ts';
import { startFloor } from './systems/floor.ts';
import { loadColophon } from './measurements/load-colophon.ts';
import { commitOfTree, describeMachine, idleShare, residentMiB } from './measurements/machine.ts';
import { measureEmptyStarts, measureRestarts, startAndAsk } from './measurements/measure-starts.ts';
import {
  installOpenSearch,
  loadOpenSearch,
  startOpenSearch,
  type OpenSearchNode,
  type OpenSearchReference,
} from './systems/opensearch-node.ts';
import { USAGE, readOptions, type BenchOptions } from './options.ts';
import { resultTable } from './result-table.ts';
import type { BenchResult } from './measurements/result.ts';
import { RunScope, signalGroup } from './systems/run-scope.ts';
import { writeResult } from './write-table.ts';

const CLIENTS = 8;

const notify = (text: string): void => void process.stderr.write(`${text}\n`);

const options = readOptions(process.argv.slice(2));
if (options === undefined) console.log(USAGE);
else process.exitCode = await run(options);

async function run(options: BenchOptions): Promise<number> {
  using scope = new RunScope();
  scope.giveUpAfter(options.limitMinutes);

  const result = await measure(options, scope);
  console.log(resultTable(result));
  for (const difference of result.differences) notify(`Answers differ: ${difference}`);
  if (options.write) notify(`Written: ${await writeResult(result)} and the table in bench/README.md`);
  return result.differences.length > 0 || result.ingest.colophon.searchable !== result.entities ? 1 : 0;
}

async function measure(options: BenchOptions, scope: RunScope): Promise<BenchResult> {
  const { entities, starts } = options;
  if (options.opensearch) {
    notify('OpenSearch: install if missing');
    await installOpenSearch(scope);
  }
  const date = new Date().toISOString();
  const machine = await describeMachine();
  notify(`Machine: ${machine.cores} cores, ${Math.round(machine.idle * 100)} % idle`);

  notify('Colophon: start on an empty folder');
  const empty = await measureEmptyStarts(scope, starts);

  const rival = options.opensearch ? await prepareOpenSearch(options, scope) : undefined;

  notify(`Colophon: load ${entities} entities`);
  const folder = scope.subfolder('colophon-data');
  const { server } = await startAndAsk(scope, folder);
  const ingest = await takeTurn(server, (client) => loadColophon(server, client, entities));
  const colophonAfterLoad = residentMiB(server.process.pid);

  notify('Queries: compare the answers');
  const both = { colophon: server, opensearch: rival?.node };
  const differences = await compareAll(both);
  const others = [
    ...(rival === undefined ? [] : [rival.cached]),
    await startFloor(scope, await answerSizes(server)),
  ];
  const questions = await measureAll({ ...both, others }, { ...options, clients: CLIENTS }, notify);
  const idleAfterQuestions = await idleShare();
  const colophonAfterQuestions = residentMiB(server.process.pid);
  const opensearchAfterQuestions = residentMiB(rival?.node.process.pid);
  if (rival !== undefined) signalGroup(rival.node.process, 'SIGKILL');

  notify('Colophon: restart with data');
  const again = { server, folder, count: starts };
  const restart = await measureRestarts(scope, { ...again, signal: 'SIGTERM' });
  const afterKill = await measureRestarts(scope, { ...again, server: restart.server, signal: 'SIGKILL' });
  await stopColophon(afterKill.server, 'SIGTERM');

  notify('SQLite: insert the same rows');
  const bareSeconds = insertRowsOf(join(folder, 'catalog.db'), join(scope.folder, 'bare.db'));

  return {
    date,
    commit: commitOfTree(),
    entities,
    machine,
    idleAfterQuestions,
    method: {
      rounds: options.rounds,
      timedRequestsPerRound: options.timedRequests,
      throughputSecondsPerRound: options.throughputSeconds,
      clients: CLIENTS,
    },
    questions,
    differences,
    ingest: {
      colophon: ingest,
      ...(rival === undefined
        ? {}
        : { opensearchEntitiesPerSecond: rival.reference.ingestEntitiesPerSecond }),
      bareSqliteEntitiesPerSecond: Math.round(entities / bareSeconds),
    },
    starts: { empty, restart: restart.times, afterKill: afterKill.times },
    residentMiB: {
      ...(colophonAfterLoad === undefined ? {} : { colophonAfterLoad }),
      ...(colophonAfterQuestions === undefined ? {} : { colophonAfterQuestions }),
      ...(opensearchAfterQuestions === undefined ? {} : { opensearchAfterQuestions }),
    },
    ...(rival === undefined ? {} : { reference: rival.reference }),
  };
}

/** Starts and loads OpenSearch, and leaves it suspended. */
async function prepareOpenSearch(
  { entities, throughputSeconds }: BenchOptions,
  scope: RunScope,
): Promise<OpenSearchNode & { readonly reference: OpenSearchReference }> {
  notify('OpenSearch: start');
  const started = await startOpenSearch(scope);
  const { node, url } = started;
  notify(`OpenSearch: load ${entities} entities, merge to one segment, run all queries once`);
  const reference = await takeTurn(node, () => loadOpenSearch(url, entities, throughputSeconds));
  return { ...started, reference };
}
