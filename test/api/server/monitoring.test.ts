import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonAt, jsonItems } from '../../support/json-at.ts';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { startCollector } from '../../support/trace-collector.ts';
import { until } from '../../support/until.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

/** Labels that Prometheus adds to every series of a server. */
const OF_PROMETHEUS = ['instance', 'job'];

/** Metrics that a server on a data folder does not have, with their labels: `test/postgres/metrics.pg.test.ts` reads them. */
const OF_POSTGRES = new Map([
  ['colophon_store_connections', ['state="used"', 'state="idle"', 'state="waiting"']],
]);

/** Labels with values of each metric, as the server exposes them. */
const exposed = new Map<string, Set<string>>([
  ['up', new Set()],
  ...[...OF_POSTGRES].map(([name, labels]): [string, Set<string>] => [name, new Set(labels)]),
]);
let server: TestServer;
beforeAll(async () => {
  await using collector = await startCollector();
  const folder = mkdtempSync(join(tmpdir(), 'colophon-monitoring-'));
  server = await startServer({ folder, options: { 'tracing.endpoint': collector.url } });
  const client = clientOf(server);
  await client.define('monitored.team');
  await client.dataset('monitored');
  await client.assign(datasetUrn('monitored'), { 'monitored.team': [{ string: 'x' }] });
  await client.post(datasetUrn('monitored'), 'status', { removed: false });
  await server.request(
    'DELETE',
    '/openapi/v3/entity/structuredProperty/urn%3Ali%3AstructuredProperty%3Amonitored.team',
  );
  await server.request('POST', '/api/colophon/v1/doctor');
  await server.request('GET', '/api/colophon/v1/changes?cursor=1');
  await server.request('POST', '/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'monitored' } },
  });
  await until('the metrics of each kind of work are there', async () => {
    const { text } = await server.request('GET', '/metrics');
    for (const [, name = '', kind = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
      for (const end of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
        if (!exposed.has(name + end)) exposed.set(name + end, new Set());
    for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm))
      for (const [label] of labels.matchAll(/\w+="[^"]*"/g)) exposed.get(name)?.add(label);
    return /^colophon_job_state\{.*"succeeded"\} 1$/m.test(text);
  });
  await server.stop({ keepFolder: true });
  rmSync(folder, { recursive: true });
});
afterAll(() => expect(exposed.size).toBeGreaterThan(30));

/** What a query names that no server exposes. */
function unknownIn(query: string): readonly string[] {
  const found: string[] = [];
  const names = [...query.matchAll(/\b(?:colophon|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name);
  if (names.length === 0) found.push(`no metric in ${query}`);
  const labels = new Set<string>(OF_PROMETHEUS);
  for (const name of names) {
    const known = exposed.get(name);
    if (known === undefined) found.push(name);
    for (const label of known ?? []) labels.add(label.split('=', 1)[0] ?? '');
  }
  for (const [, name = '', selector = ''] of query.matchAll(/(\w+)\{([^}]*)\}/g)) {
    const known = [...(exposed.get(name) ?? [])];
    for (const [matcher, label = '', operator] of selector.matchAll(/(\w+)(=~|!=|!~|=)"[^"]*"/g)) {
      if (OF_PROMETHEUS.includes(label)) continue;
      const isKnown =
        operator === '=' && !SELDOM.has(matcher)
          ? known.includes(matcher)
          : known.some((one) => one.startsWith(`${label}=`));
      if (!isKnown) found.push(`${name}{${matcher}}`);
    }
  }
  for (const [, list = ''] of query.matchAll(/\b(?:by|on|without|ignoring) \(([^)]*)\)/g))
    for (const label of list.split(',').map((text) => text.trim()))
      if (!labels.has(label)) found.push(`${label} in ${query}`);
  return found;
}

/** Values that appear only when something has gone wrong. */
const SELDOM = new Set(['outcome="GONE"']);

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

function rules(): readonly Rule[] {
  const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap((group) => group.rules);
}

describe('the rules of alerts', () => {
  it('name only metrics and labels that the server exposes', () => {
    expect(rules().length).toBeGreaterThan(10);
    expect(rules().flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it('lead to their headings in docs/alerts.md, and each heading has a rule', () => {
    const headings = [...read('docs/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(rules().map(({ alert }) => alert)).toEqual(headings);
    for (const { alert, annotations, labels } of rules()) {
      expect(annotations['runbook_url']).toBe(
        `http://{{ $labels.instance }}/docs/alerts#${alert.toLowerCase()}`,
      );
      expect(annotations['summary']).toMatch(/\{\{ \$labels\.instance \}\}.*\.$/);
      expect(['critical', 'warning', 'info']).toContain(labels['severity']);
    }
  });
});

describe('the dashboard', () => {
  const dashboard: unknown = JSON.parse(read('deploy/monitoring/grafana-dashboard.json'));
  const panels = jsonItems(jsonAt(dashboard, 'panels'));

  it('names only metrics and labels that the server exposes', () => {
    const queries = panels.flatMap((panel) =>
      jsonItems(jsonAt(panel, 'targets')).map((target) => String(jsonAt(target, 'expr'))),
    );
    expect(queries.length).toBeGreaterThan(20);
    expect(queries.flatMap(unknownIn)).toEqual([]);
  });

  it('has a legend only of labels that its query keeps', () => {
    for (const panel of panels)
      for (const target of jsonItems(jsonAt(panel, 'targets'))) {
        const query = String(jsonAt(target, 'expr'));
        for (const [, label = ''] of String(jsonAt(target, 'legendFormat')).matchAll(/\{\{(\w+)\}\}/g)) {
          const kept = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
          expect(kept.length === 0 || kept.includes(label), `${label} in ${query}`).toBe(true);
        }
      }
  });

  it('has panels side by side, none above another', () => {
    const cells = panels.flatMap((panel) => {
      const [x, y, w, h] = ['x', 'y', 'w', 'h'].map((name) => Number(jsonAt(panel, 'gridPos', name)));
      return Array.from(
        { length: (w ?? 0) * (h ?? 0) },
        (_, i) => `${(x ?? 0) + (i % (w ?? 1))},${(y ?? 0) + Math.floor(i / (w ?? 1))}`,
      );
    });
    expect(new Set(cells).size).toBe(cells.length);
  });
});

it('finds what no server exposes', () => {
  expect(unknownIn('sum by (flavour) (rate(colophon_nothing{status="5"}[5m]))')).toEqual([
    'colophon_nothing',
    'colophon_nothing{status="5"}',
    'flavour in sum by (flavour) (rate(colophon_nothing{status="5"}[5m]))',
  ]);
  expect(unknownIn('colophon_job_state{state="lost"}')).toEqual(['colophon_job_state{state="lost"}']);
});
