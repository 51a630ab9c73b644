/**
 * Writes the generated sections of `docs/compatibility.md`: operations of DataHub's clients (from the reports of the peer tests in
 * `test/peers/reports`), plugins of DataHub's write path (from `scripts/datahub-plugins`) and names of its GraphQL schema (from
 * `scripts/datahub-schema`).
 *
 *   node scripts/write-compatibility.ts [--check]
 *
 * --check  writes nothing; exits with 1 if the checked-in page differs
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { schemaSection } from './datahub-schema/schema-section.ts';
import { pluginTable } from './datahub-plugins/read-plugins.ts';
import { formatText } from './format-text.ts';

interface Flow {
  readonly name: string;
  readonly result: 'PASS' | 'FAIL' | 'SKIP';
  /** Why it failed or was skipped. */
  readonly reason?: string;
  readonly requests: readonly string[];
  readonly fields: readonly string[];
  readonly commands: readonly string[];
  readonly calls: readonly string[];
}

interface Report {
  readonly client: string;
  readonly flows: readonly Flow[];
}

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs', 'compatibility.md');
const REPORTS = join(ROOT, 'test', 'peers', 'reports');
const BEGIN = '<!-- peers: written by scripts/write-compatibility.ts -->';
const END = '<!-- end of peers -->';

const PLUGINS = '<!-- plugins: written by scripts/write-compatibility.ts -->';
const END_OF_PLUGINS = '<!-- end of plugins -->';

const SCHEMA = '<!-- schema: written by scripts/write-compatibility.ts -->';
const END_OF_SCHEMA = '<!-- end of schema -->';

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const page = readFileSync(PAGE, 'utf8');
const withPeers = replaced(page, BEGIN, END, section(reports()));
const withPlugins = replaced(withPeers, PLUGINS, END_OF_PLUGINS, pluginTable().join('\n'));
const text = replaced(withPlugins, SCHEMA, END_OF_SCHEMA, schemaSection().join('\n'));
const wanted = await formatText(PAGE, text);
if (!options.check) writeFileSync(PAGE, wanted);
else if (wanted !== page) {
  console.error('docs/compatibility.md differs from the reports; run: node scripts/write-compatibility.ts');
  process.exitCode = 1;
}

/** Replaces the text between two markers of the page. Throws if a marker is missing. */
function replaced(whole: string, begin: string, end: string, content: string): string {
  const [before, rest] = split(whole, begin);
  const [, after] = split(rest, end);
  return [before, begin, '\n\n', content, '\n\n', end, after].join('');
}

function split(whole: string, marker: string): readonly [string, string] {
  const at = whole.indexOf(marker);
  if (at === -1) throw new Error(`docs/compatibility.md lacks the line ${marker}`);
  return [whole.slice(0, at), whole.slice(at + marker.length)];
}

/** The reports, newest client first. Only drive.py writes to this folder, so their shape is trusted. */
function reports(): readonly Report[] {
  return readdirSync(REPORTS)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(REPORTS, file), 'utf8')) as Report)
    .sort((a, b) => b.client.localeCompare(a.client, 'en', { numeric: true }));
}

function section(all: readonly Report[]): string {
  const [newest] = all;
  if (newest === undefined) throw new Error(`There are no reports in ${REPORTS}.`);
  const passed = newest.flows.filter(({ result }) => result === 'PASS');
  return [
    ...clients(all),
    '',
    ...skipped(all),
    `The tables list what client ${newest.client} did in passed flows, and in how many of them.`,
    '',
    '| Command | Flows |',
    '| --- | ---: |',
    ...rows(passed, ({ commands }) => commands),
    '',
    '| SDK method called by a flow | Flows |',
    '| --- | ---: |',
    ...rows(passed, ({ calls }) => calls),
    '',
    '| Request | Flows |',
    '| --- | ---: |',
    ...rows(passed, ({ requests }) => requests),
    '',
    '| GraphQL root field answered without errors | Flows |',
    '| --- | ---: |',
    ...rows(passed, ({ fields }) => fields),
  ].join('\n');
}

function clients(all: readonly Report[]): readonly string[] {
  const count = (flows: readonly Flow[], wanted: Flow['result']): string =>
    String(flows.filter(({ result }) => result === wanted).length);
  return [
    '| Client | Flows passed | Failed | Skipped |',
    '| --- | ---: | ---: | ---: |',
    ...all.map(
      ({ client, flows }) =>
        `| ${client} | ${[count(flows, 'PASS'), count(flows, 'FAIL'), count(flows, 'SKIP')].join(' | ')} |`,
    ),
  ];
}

function skipped(all: readonly Report[]): readonly string[] {
  const reasons = all.flatMap(({ client, flows }) =>
    flows
      .filter(({ result }) => result === 'SKIP')
      .map(({ name, reason }) => `- \`${name}\` with ${client}: ${reason ?? 'no reason given'}`),
  );
  return reasons.length === 0 ? [] : ['Skipped:', '', ...reasons, ''];
}

function rows(flows: readonly Flow[], seen: (flow: Flow) => readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const what of flows.flatMap(seen)) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `| \`${what}\` | ${String(count)} |`);
}
