/**
 * Measures the tools for agents on the demo, in a server with default options: characters of descriptions and schemas, `tools/list`, and a
 * search by the tool beside the same search by GraphQL, alternating.
 *
 *   node bench/agents.ts [--calls 2000] [--datahub PYTHON] [--help]
 *
 * PYTHON: of a virtual environment with mcp-server-datahub, whose tools are then measured, too.
 *
 * Exit code 1 if a figure is above its limit. Run nothing else on the machine meanwhile.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spawnServer } from '../test/support/spawn-server.ts';

/**
 * Characters of names, descriptions and input schemas of DataHub's tools: version 0.8.0 of its MCP server, 2026-11-29; measured again with
 * `--datahub`.
 */
const DATAHUB_CHARACTERS = 75_769;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    datahub: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(
    'node bench/agents.ts [--calls 2000] [--datahub PYTHON]: size and speed of the tools for agents',
  );
  process.exit(0);
}
const calls = Number(values.calls);
const datahub = values.datahub === undefined ? DATAHUB_CHARACTERS : measured(values.datahub);

const WARM_UP = 200;

/** Characters of the tools that a Python environment has. */
function measured(python: string): number {
  const program = join(import.meta.dirname, 'datahub-tools.py');
  const lines = execFileSync(python, [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return Number(lines.trim().split('\n').at(-1));
}

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const server = await spawnServer(join(folder, 'data'), [], ['--agents-calls-per-minute=0']);

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} for ${path}: ${text}`);
  return text;
}

function rpc(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}

const list = (): Promise<string> => post('/mcp', rpc('tools/list'));
const byTool = (): Promise<string> =>
  post(
    '/mcp',
    rpc('tools/call', { name: 'search', arguments: { query: 'orders', filter: 'entity_type = dataset' } }),
  );
const QUERY = `query search($input: SearchAcrossEntitiesInput!) {
  searchAcrossEntities(input: $input) {
    total
    searchResults { entity { urn type ... on Dataset { platform { urn } properties { name description } } } }
  }
}`;
const byGraphql = (): Promise<string> =>
  post('/api/graphql', {
    query: QUERY,
    variables: { input: { types: ['DATASET'], query: 'orders', start: 0, count: 10 } },
  });

/** Median times, in ms, of functions that run in turn. */
async function medians(...runs: readonly (() => Promise<string>)[]): Promise<readonly number[]> {
  const times = runs.map((): number[] => []);
  for (let call = -WARM_UP; call < calls; call++) {
    for (const [i, run] of runs.entries()) {
      const begun = performance.now();
      await run();
      if (call >= 0) times[i]?.push(performance.now() - begun);
    }
  }
  return times.map((of) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? NaN);
}

try {
  await post('/api/colophon/v1/demo', {});
  const text = await list();
  const { result } = JSON.parse(text) as { readonly result: { readonly tools: readonly ListedTool[] } };
  const characters = result.tools
    .map(({ description, inputSchema, name }) => name + description + JSON.stringify(inputSchema))
    .join('').length;
  const [listMs = NaN, toolMs = NaN, graphqlMs = NaN] = await medians(list, byTool, byGraphql);
  const figures: readonly (readonly [what: string, value: number, limit: number])[] = [
    ['characters of names, descriptions and input schemas', characters, 16_000],
    ['the same, as a share of those of DataHub’s tools', characters / datahub, 1 / 3],
    ['bytes of tools/list', Buffer.byteLength(text), 32_000],
    ['tools/list, p50, ms', listMs, 1],
    ['search by tool, p50, ms', toolMs, Infinity],
    ['search by GraphQL, p50, ms', graphqlMs, Infinity],
    ['search by tool / by GraphQL', toolMs / graphqlMs, 1.5],
  ];
  for (const [what, value, limit] of figures) {
    const shown = Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 });
    const bound =
      limit === Infinity ? '' : ` (limit ${limit.toLocaleString('en', { maximumFractionDigits: 2 })})`;
    console.log(`${value > limit ? 'ABOVE ' : ''}${what}: ${shown}${bound}`);
    if (value > limit) process.exitCode = 1;
  }
} finally {
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true });
}
