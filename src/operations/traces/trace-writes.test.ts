import { expect, it } from 'vitest';
import { REGISTRY } from '../../../test/support/memory/http-server.ts';
import { MemoryCatalog } from '../../../test/support/memory/memory-catalog.ts';
import { partOf } from '../../../test/support/part-of.ts';
import { Aspect } from '../../model/aspect.ts';
import { parseUrn } from '../../model/urn.ts';
import type { CatalogQuery } from '../../query/catalog-query.ts';
import { FailedWrites } from './failed-writes.ts';
import { traceWrites } from './trace-writes.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TAG = parseUrn('urn:li:tag:pii');

it.each([
  [7, true],
  [6, false],
])('shows whether searches find a write of commit 7 in an index at commit %i: %s', async (at, isIndexed) => {
  const written = new Aspect({
    urn: TAG,
    aspectName: 'status',
    text: '{"removed":false}',
    sequence: 7,
    systemMetadata: { lastObserved: 1, runId: 'r', properties: { telemetryTraceId: TRACE } },
    created: { time: 1, actor: TAG },
  });
  const query = partOf<CatalogQuery>({
    getEntities: () => Promise.resolve(new Map([[TAG, new Map([['status', written]])]])),
    indexed: () => at,
  });
  const requester = new MemoryCatalog(REGISTRY).requester(undefined, {
    query,
    failedWrites: new FailedWrites(),
  });
  const fates = await requester.run(traceWrites, {
    traceId: TRACE,
    writes: [{ urn: TAG, aspectNames: ['status'] }],
  });
  expect(fates.get(TAG)?.get('status')).toEqual({ kind: 'current', isIndexed });
});
