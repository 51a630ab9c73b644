/**
 * Compares the searches of a catalog in OpenSearch with the bare engine, and both at multiples of the size. Usage: `node
 * bench/bare-engine.ts --help`. Method: bench/scale.md.
 */
import { parseArgs } from 'node:util';
import { wholeNumber } from './options.ts';
import { defineProperties } from './measurements/load-colophon.ts';
import { commitOfTree, describeMachine, idleShare } from './measurements/machine.ts';
import { writeBareResult, type BareResult, bareTables } from './scale/bare-tables.ts';
import { compareWithBare, type BareComparison, type Compared } from './scale/compare-with-bare.ts';
import { loadDocuments } from './scale/load-documents.ts';
import { untilFound } from './scale/measure-ingest.ts';
import { disableRefresh, indexNamed } from './scale/multiply-shard.ts';
import { startColophon, stopColophon } from './systems/colophon-server.ts';
import { installOpenSearch, loadOpenSearch, startOpenSearch } from './systems/opensearch-node.ts';
import { RunScope } from './systems/run-scope.ts';
import { asOpenApiV3, entity } from './workload.mjs';

const USAGE = `node bench/bare-engine.ts [options]

  --entities N      distinct documents (default 100000)
  --copies LIST     compare at these multiples of N, each of the one before, such as 1,4,16 (default 1); documents are copied
  --no-write        print the tables; leave bench/results and bench/scale.md as they are
  --limit MINUTES   abort after this time (default 60); results so far are kept
  --help`;
const PREFIX = 'catalog_';
const notify = (text: string): void => void process.stderr.write(`${text}\n`);

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    entities: { type: 'string' },
    copies: { type: 'string', default: '1' },
    write: { type: 'boolean', default: true },
    limit: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) console.log(USAGE);
else process.exitCode = await run();

async function run(): Promise<number> {
  const number = { usage: USAGE, fallback: 100_000 };
  const entities = wholeNumber({ ...number, option: '--entities', text: options.entities });
  const copies = multiplesOf(options.copies);
  using scope = new RunScope();
  scope.giveUpAfter(wholeNumber({ ...number, option: '--limit', text: options.limit, fallback: 60 }));
  const started = performance.now();
  const head = { date: new Date().toISOString(), commit: commitOfTree(), machine: await describeMachine() };
  notify(`Machine: ${head.machine.cores} cores, ${Math.round(head.machine.idle * 100)} % idle`);
  const compared = await load(scope, entities);
  const sizes: BareComparison[] = [];
  for await (const comparison of compareWithBare({ ...compared, entities, copies }, notify)) {
    sizes.push(comparison);
    const result: BareResult = {
      ...head,
      entities,
      sizes,
      differences: sizes.flatMap(({ differences }) => differences),
      idleAfter: await idleShare(),
      minutes: Math.round((performance.now() - started) / 60_000),
    };
    console.log(bareTables(result));
    if (options.write) notify(`Written: ${await writeBareResult(result)} and the tables in bench/scale.md`);
  }
  const differences = sizes.flatMap((size) => size.differences);
  for (const difference of differences) notify(`Answers differ: ${difference}`);
  return differences.length > 0 ? 1 : 0;
}

/** Loads the catalog, whose server is stopped then, and the bare engine. */
async function load(
  scope: RunScope,
  entities: number,
): Promise<Pick<Compared, 'node' | 'documents' | 'start'>> {
  await installOpenSearch(scope);
  const node = await startOpenSearch(scope);
  const { url } = node;
  const folder = scope.subfolder('catalog');
  const settings = {
    COLOPHON_SEARCH: url,
    COLOPHON_SEARCH_PREFIX: PREFIX,
    // The bare engine counts all matches.
    COLOPHON_SEARCH_EXACT_TOTALS: '2147483647',
  };
  const start: Compared['start'] = () => startColophon(scope, folder, settings);
  const server = await start();
  {
    using client = server.connect();
    await defineProperties(client);
    await client.post('/openapi/v3/entity/dataset?async=false', JSON.stringify([asOpenApiV3(entity(0))]));
    await untilFound(server, client, 1);
  }
  await stopColophon(server, 'SIGTERM');
  const documents = await indexNamed(url, `${PREFIX}*_dataset`);
  notify(`catalog: load ${entities} documents`);
  await disableRefresh(url, documents);
  await loadDocuments({ folder, settings }, entities, notify);
  notify('bare engine: load');
  await loadOpenSearch(url, entities, 1);
  return { node, documents, start };
}

/** Increasing multiples, each of the one before. */
function multiplesOf(text: string): number[] {
  const copies = text.split(',').map(Number);
  copies.forEach((multiple, i) => {
    const factor = multiple / (copies[i - 1] ?? 1);
    if (!Number.isSafeInteger(factor) || factor < (i === 0 ? 1 : 2)) {
      throw new Error(`--copies takes multiples, each of the one before, not '${text}'.\n\n${USAGE}`);
    }
  });
  return copies;
}
