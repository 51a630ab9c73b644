import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import type { Observed } from './observed.ts';

it('docs/operations.md lists exactly the exported metrics', async () => {
  const observed: Required<Omit<Observed, 'threads'>> = {
    sequences: () => Promise.resolve({ store: 1, index: 1, lagMs: 0 }),
    oldestCommit: () => Promise.resolve({ sequence: 1, ageMs: 0 }),
    oldestDeletion: () => Promise.resolve({ ageMs: 0 }),
    incompleteDocuments: () => Promise.resolve(0),
    freeSpace: () => Promise.resolve(1),
    lastBackup: () => Promise.resolve({ ageMs: 1 }),
    heldRequests: () => 0,
    connections: () => ({ used: 0, idle: 0, waiting: 0 }),
    removals: () => Promise.resolve([]),
    jobs: () => Promise.resolve([]),
    webhooks: () => ({ succeeded: 0, failed: 0, lagMs: 0 }),
    spans: () => ({ sent: 0, dropped: 0, failed: 0 }),
  };
  using metrics = createMetrics(observed);
  const text = await metrics.text();
  const figures = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const section = page.slice(page.indexOf('### Metrics'), page.indexOf('### Logs'));
  const documented = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(figures.toSorted());
});
