import { CatalogError } from '../../errors.ts';
import { entityTypeOf } from '../../model/urn.ts';
import { asList, asObject } from '../../util/json/json-input.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import type { DemoEntity } from './demo-entity.ts';

/** Entities per request; small enough for visible progress, large enough to be fast. */
const BATCH_SIZE = 50;

/** Throws CONFLICT if the catalog has datasets, soft-deleted ones included: demo and real data must not mix. */
export async function requireEmpty(client: CatalogClient): Promise<void> {
  const all = 'includeSoftDelete=true&includeHiddenLifecycleStages=true';
  const path = `/openapi/v3/entity/dataset?count=1&aspects=datasetKey&${all}`;
  const page = asObject(await client.request('GET', path), 'The answer');
  if (asList(page['entities'], 'entities').length > 0) {
    const remedy = 'Use an empty catalog, or add the demo to this one with --force.';
    throw new CatalogError('CONFLICT', `The catalog at ${client.url} already has datasets. ${remedy}`);
  }
}

/** Writes the entities in order; calls `done` with the size of each written batch. */
export async function loadDemo(
  entities: readonly DemoEntity[],
  client: CatalogClient,
  done: (count: number) => void,
): Promise<void> {
  for (const batch of batches(entities)) {
    const body = batch.map(({ urn, aspects }) => ({
      urn,
      ...Object.fromEntries(Object.entries(aspects).map(([name, value]) => [name, { value }])),
    }));
    await client.request('POST', `/openapi/v3/entity/${typeOf(batch)}?async=false`, body);
    done(batch.length);
  }
}

/** Consecutive entities of one type, at most BATCH_SIZE each. */
function batches(entities: readonly DemoEntity[]): readonly (readonly DemoEntity[])[] {
  const found: DemoEntity[][] = [];
  for (const entity of entities) {
    const last = found.at(-1);
    if (last === undefined || last.length >= BATCH_SIZE || typeOf(last) !== typeOf([entity]))
      found.push([entity]);
    else last.push(entity);
  }
  return found;
}

function typeOf([first]: readonly DemoEntity[]): string {
  return first === undefined ? '' : entityTypeOf(first.urn);
}
