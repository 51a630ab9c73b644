/**
 * Measures proposals: the list of open ones and the detail of a large one, as an administrator and as somebody whose rights depend on
 * policies, and an approval of 1,000 parts beside the same edit made by an import of the values.
 *
 *   node bench/proposals.ts [--open 1000] [--requests 50] [--no-write]
 *
 * Exit code 1 if the list takes more than 50 ms or the approval more than the import.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defineProperties, writeEntities } from './measurements/load-colophon.ts';
import { commitOfTree, describeMachine } from './measurements/machine.ts';
import { medianTime } from './measurements/median-time.ts';
import { quantile, round } from './measurements/statistics.ts';
import { startColophon } from './systems/colophon-server.ts';
import { HttpClient } from './systems/http-client.ts';
import { RunScope } from './systems/run-scope.ts';
import { PROPERTIES, entity } from './workload.mjs';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    open: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '50' },
    write: { type: 'boolean', default: true },
  },
});
const OPEN = Number(options.open);
const REQUESTS = Number(options.requests);
const PARTS = 1_000;
const ROUNDS = 7;
const ROUTE = '/api/colophon/v1/proposals';
const LIMIT_MS = 50;

const TEAM = `urn:li:structuredProperty:${PROPERTIES.team}`;
const urns = Array.from({ length: PARTS }, (_, i) => entity(i).urn);

/** A proposal that sets the team of the assets. */
function proposal(of: readonly string[], team: string): string {
  const changes = [{ field: TEAM, action: 'set', values: [team] }];
  return JSON.stringify({ title: 'A better team', reason: 'bench', edit: { urns: of, changes } });
}

async function timed(send: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await send();
  return performance.now() - begun;
}

using scope = new RunScope();
const machine = await describeMachine();
const server = await startColophon(scope, scope.subfolder('catalog'), {
  COLOPHON_PROPOSALS_MOST_OPEN: String(OPEN + ROUNDS),
});
const root = server.connect();
await defineProperties(root);
await writeEntities(root, PARTS);

/** A client with a token of a new user. */
async function signUp(name: string, role: string): Promise<HttpClient> {
  const urn = `urn:li:corpuser:${name}`;
  const path = `/openapi/v2/entity/corpuser/${encodeURIComponent(urn)}`;
  await root.post(`${path}/corpUserInfo`, JSON.stringify({ active: true, displayName: name }));
  await root.post(`${path}/roleMembership`, JSON.stringify({ roles: [`urn:li:dataHubRole:${role}`] }));
  const issued = await root.post(
    '/api/colophon/v1/tokens',
    JSON.stringify({ name: 'bench', actorUrn: urn, durationMs: null }),
  );
  const { token } = JSON.parse(issued) as { readonly token: string };
  return new HttpClient(server.url, { authorization: `Bearer ${token}` });
}

const editor = await signUp('editor', 'Editor');
const reader = await signUp('reader', 'Reader');
process.stderr.write(`making ${OPEN} proposals\n`);
for (let i = 0; i < OPEN; i++)
  await reader.post(ROUTE, proposal([urns[i % PARTS] ?? ''], `team-${i}-proposed`));

process.stderr.write('measuring lists\n');
const list = `${ROUTE}?state=OPEN&for=review&count=20`;
const lists = {
  administrator: await medianTime(REQUESTS, () => root.get(list)),
  editor: await medianTime(REQUESTS, () => editor.get(list)),
  reader: await medianTime(REQUESTS, () => reader.get(`${ROUTE}?state=OPEN&for=me&count=20`)),
};

process.stderr.write('measuring approvals\n');
const details: number[] = [];
const approvals: number[] = [];
const imports: number[] = [];
for (let i = 0; i < ROUNDS; i++) {
  const made = JSON.parse(await reader.post(ROUTE, proposal(urns, `round-${i}`))) as { readonly id: string };
  details.push(await timed(() => editor.get(`${ROUTE}/${made.id}`)));
  approvals.push(await timed(() => editor.post(`${ROUTE}/${made.id}/approve`, '{}')));
  const values = [{ string: `import-${i}` }];
  const batch = urns.map((urn) => ({
    urn,
    structuredProperties: { value: { properties: [{ propertyUrn: TEAM, values }] } },
  }));
  imports.push(
    await timed(() => editor.post('/openapi/v3/entity/dataset?async=false', JSON.stringify(batch))),
  );
}
const result = {
  open: OPEN,
  listP50Ms: Object.fromEntries(Object.entries(lists).map(([name, ms]) => [name, round(ms)])),
  parts: PARTS,
  detailP50Ms: round(quantile(details, 0.5)),
  approvalP50Ms: round(quantile(approvals, 0.5)),
  importP50Ms: round(quantile(imports, 0.5)),
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
if (options.write) {
  const date = new Date().toISOString().slice(0, 10);
  const file = join(import.meta.dirname, 'results', `${date}-proposals.json`);
  writeFileSync(file, `${JSON.stringify({ date, commit: commitOfTree(), machine, ...result }, null, 2)}\n`);
}
const isMet = Math.max(...Object.values(lists)) <= LIMIT_MS && result.approvalP50Ms <= result.importP50Ms;
process.exitCode = isMet ? 0 : 1;
