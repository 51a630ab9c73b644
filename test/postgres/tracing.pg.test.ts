import { expect, it } from 'vitest';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { startServer } from '../support/start-server.ts';
import { startCollector } from '../support/trace-collector.ts';

it('shows the transaction of a write below its commit', async () => {
  await using postgres = await usePostgres();
  await using collector = await startCollector();
  const store = await postgres.createDatabase();
  const server = await startServer({ options: { store, 'tracing.endpoint': collector.url } });
  const urns = ['a', 'b', 'c'].map((name) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`);
  await Promise.all(
    urns.map((urn) =>
      server.request('POST', '/openapi/v3/entity/dataset?async=false', [
        { urn, datasetProperties: { value: { name: urn } } },
      ]),
    ),
  );
  await server.stop();

  const request = await collector.awaited(({ kind }) => kind === 2);
  const transactions = collector.spans.filter(({ name }) => name === 'postgresql.transaction');
  const decisions = transactions
    .filter(({ traceId }) => collector.spans.some((span) => span.kind === 2 && span.traceId === traceId))
    .map(({ attributes }) => Number(attributes['colophon.decisions']));
  expect(decisions.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(urns.length);
  for (const { parentSpanId } of transactions) {
    expect(collector.spans.find(({ spanId }) => spanId === parentSpanId)?.name).toBe('store.commit');
  }
  expect(collector.below(request).find(({ name }) => name === 'store.commit')?.attributes).toMatchObject({
    'db.system.name': 'postgresql',
  });
});
