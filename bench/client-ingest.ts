/**
 * Ingests a PostgreSQL database and a file of proposals with DataHub's own client; measures the rate and the server's
 * share of the time:
 *
 *   node bench/client-ingest.ts [--proposals 100000] [--no-write]
 *
 * Needs Python 3 and Debian's package postgresql. Each recipe runs against an empty server.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pythonWith } from '../test/peers/client-environment.ts';
import { postgresPrograms, spawnPostgres } from '../test/support/engines/spawn-postgres.ts';
import { spawnServer, type SpawnedServer } from '../test/support/spawn-server.ts';
import { commitOfTree, describeMachine, processorSeconds } from './measurements/machine.ts';
import { round } from './measurements/statistics.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: { proposals: { type: 'string', default: '100000' }, write: { type: 'boolean', default: true } },
});
const PROPOSALS = Number(options.proposals);
const ASPECTS_PER_DATASET = 5;
const MODES = ['SYNC', 'ASYNC_BATCH'];

/** Output of client-ingest.py. */
interface ClientRun {
  readonly seconds: number;
  readonly requests: number;
  /** Time with at least one open request. */
  readonly waitingSeconds: number;
  readonly clientProcessorSeconds: number;
  readonly proposals: number;
}

interface Source {
  readonly name: string;
  readonly recipe: unknown;
}

interface Measured extends ClientRun {
  readonly source: string;
  readonly mode: string;
  readonly entities: number;
  readonly entitiesPerSecond: number;
  readonly serverProcessorSeconds: number | undefined;
}

/** The i-th proposal of the file, a pure function of i: five aspects per dataset. */
function proposal(number: number): unknown {
  const dataset = Math.floor(number / ASPECTS_PER_DATASET);
  const values: readonly (readonly [string, unknown])[] = [
    ['datasetProperties', { name: `t${dataset}`, description: `Table ${dataset}`, customProperties: {} }],
    ['status', { removed: false }],
    ['subTypes', { typeNames: ['Table'] }],
    ['globalTags', { tags: [{ tag: `urn:li:tag:t${dataset % 50}` }] }],
    [
      'ownership',
      {
        owners: [{ owner: `urn:li:corpuser:u${dataset % 200}`, type: 'DATAOWNER' }],
        lastModified: { time: 0, actor: 'urn:li:corpuser:unknown' },
      },
    ],
  ];
  const [aspectName, json] = values[number % ASPECTS_PER_DATASET] ?? [];
  return {
    entityType: 'dataset',
    entityUrn: `urn:li:dataset:(urn:li:dataPlatform:postgres,bench.t${dataset},PROD)`,
    changeType: 'UPSERT',
    aspectName,
    aspect: { json },
  };
}

function writeProposals(path: string): void {
  const lines = Array.from({ length: PROPOSALS }, (_, number) => JSON.stringify(proposal(number)));
  writeFileSync(path, `[${lines.join(',\n')}]`);
}

/** Runs client-ingest.py and returns its last output line. */
function runClient(python: string, argument: string, environment: NodeJS.ProcessEnv): unknown {
  const printed = execFileSync(python, [join(import.meta.dirname, 'client-ingest.py'), argument], {
    encoding: 'utf8',
    env: { ...process.env, DATAHUB_TELEMETRY_ENABLED: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '');
}

async function measure(python: string, folder: string, source: Source, mode: string): Promise<Measured> {
  const server = await spawnServer(mkdtempSync(join(folder, 'server-')));
  try {
    const sink = { type: 'datahub-rest', config: { server: server.url, token: server.token, mode } };
    const recipe = join(folder, 'recipe.json');
    writeFileSync(recipe, JSON.stringify({ source: source.recipe, sink }));
    const before = processorSeconds(server.process.pid) ?? 0;
    const run = runClient(python, recipe, {
      DATAHUB_EMIT_MODE: mode === 'SYNC' ? 'SYNC_PRIMARY' : 'ASYNC',
    }) as ClientRun;
    const after = processorSeconds(server.process.pid);
    const entities = await countDatasets(server);
    return {
      source: source.name,
      mode,
      ...run,
      entities,
      entitiesPerSecond: Math.round(entities / run.seconds),
      serverProcessorSeconds: after === undefined ? undefined : round(after - before),
    };
  } finally {
    await server.end('SIGTERM');
  }
}

async function countDatasets(server: SpawnedServer): Promise<number> {
  const query = '{ searchAcrossEntities(input: { types: [DATASET], query: "*", count: 1 }) { total } }';
  const { body } = await server.send('POST', '/api/graphql', { query });
  // The query above selects this shape.
  return (body as { readonly data: { readonly searchAcrossEntities: { readonly total: number } } }).data
    .searchAcrossEntities.total;
}

async function run(): Promise<void> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const requirements = readFileSync(join(import.meta.dirname, '../test/peers/requirements.txt'), 'utf8');
  const given = process.env['COLOPHON_PEERS_VENV'];
  const python = given ? join(given, 'bin', 'python') : pythonWith(requirements.trim().split('\n'));
  const machine = await describeMachine();
  const folder = mkdtempSync(join(tmpdir(), 'colophon-client-ingest-'));
  const postgres = await spawnPostgres(programs);
  try {
    const file = join(folder, 'proposals.json');
    writeProposals(file);
    const { database } = runClient(python, '--warehouse', { PEER_POSTGRES: postgres.address }) as {
      readonly database: string;
    };
    const login = { host_port: postgres.address, database, username: 'postgres', password: 'unused' };
    const sources = [
      { name: 'PostgreSQL', recipe: { type: 'postgres', config: login } },
      { name: 'file', recipe: { type: 'file', config: { path: file } } },
    ];
    const runs: Measured[] = [];
    for (const source of sources) {
      for (const mode of MODES) {
        runs.push(await measure(python, folder, source, mode));
        console.log(runs.at(-1));
      }
    }
    const day = new Date().toISOString().slice(0, 10);
    const result = { day, commit: commitOfTree(), machine, proposals: PROPOSALS, runs };
    const path = join(import.meta.dirname, 'results', `${day}-client-ingest-${PROPOSALS}.json`);
    if (options.write) writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await postgres.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();
