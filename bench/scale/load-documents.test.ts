import { expect, it } from 'vitest';
import { MaintainedCatalog } from '../../test/support/memory/maintained-catalog.ts';
import { TEST_ACTOR } from '../../test/support/memory/search-fixtures.ts';
import { parseUrn } from '../../src/model/urn.ts';
import { DEFINITIONS, asOpenApiV3, entity } from '../workload.mjs';
import { rowsLike } from './load-documents.ts';

it('makes the same document of an entity as the catalog', async () => {
  await using catalog = await MaintainedCatalog.open();
  for (const { aspect, urn } of DEFINITIONS) {
    await catalog.put(urn, 'propertyDefinition', aspect);
  }
  const written = [0, 7].flatMap((i) => {
    const { urn, ...aspects } = asOpenApiV3(entity(i));
    return Object.entries(aspects).map(([aspectName, { value }]) => ({
      urn: parseUrn(urn),
      aspectName,
      changeType: 'UPSERT' as const,
      value,
    }));
  });
  await catalog.change.ingest(TEST_ACTOR, written);
  const [model, other] = [0, 7].map((i) => parseUrn(entity(i).urn));
  if (model === undefined || other === undefined) throw new Error('unreachable');
  const rows = (await catalog.store.reader.rows([model])).get(model);
  expect(rows).toBeDefined();
  if (rows === undefined) return;

  const made = await catalog.readDocuments([other], new Map([rowsLike(rows, 7)]));

  expect(made).toEqual(await catalog.readDocuments([other]));
});
