import { CatalogError } from '../../errors.ts';
import { entityTypeOf } from '../../model/urn.ts';
import { asList, asObject } from '../../util/json-input.ts';
import type { CatalogClient } from '../catalog-client.ts';
import type { DemoEntity } from './demo-entity.ts';

/** Entities of one request; small enough for the progress to move, large enough to be quick. */
const BATCH_SIZE = 50;

/** Throws CONFLICT when the catalog holds datasets: a demo must not mix with what is real. */
export async function requireEmpty(client: CatalogClient): Promise<void> {
  const path = '/openapi/v3/entity/dataset?count=1&aspects=datasetKey&includeSoftDelete=true';
  const page = asObject(await client.request('GET', path), 'The answer');
  if (asList(page['entities'], 'entities').length > 0) {
    const remedy = 'Use an empty one, or add the demo to what is there with --force.';
    throw new CatalogError('CONFLICT', `The catalog at ${client.url} holds datasets already. ${remedy}`);
  }
}

/** Writes the entities in their order; `done` hears of every batch. */
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

/** Runs of entities of one type, cut where they get long. */
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
