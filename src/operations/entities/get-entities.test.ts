import { expect, it } from 'vitest';
import { REGISTRY } from '../../../test/support/memory/http-server.ts';
import { MemoryCatalog } from '../../../test/support/memory/memory-catalog.ts';
import { turnsDuring } from '../../../test/support/turns.ts';
import { parseUrn } from '../../model/urn.ts';
import { getEntities } from './get-entities.ts';
import { ingestProposals } from './ingest-proposals.ts';

it('reads all of a long list, and yields in between', async () => {
  const catalog = new MemoryCatalog(REGISTRY);
  const requester = catalog.requester();
  const urns = Array.from({ length: 1_200 }, (_, i) => parseUrn(`urn:li:tag:t${i}`));
  const value = { name: 'x' };
  await requester.run(
    ingestProposals,
    urns.map((urn) => ({ urn, aspectName: 'tagProperties', changeType: 'UPSERT', value })),
  );
  let found: ReadonlySet<string> = new Set();
  const turns = await turnsDuring(async () => {
    found = new Set((await requester.run(getEntities, { urns, aspectNames: ['tagProperties'] })).keys());
  });
  expect([...found]).toEqual(urns);
  expect(turns).toBeGreaterThanOrEqual(2);
});
