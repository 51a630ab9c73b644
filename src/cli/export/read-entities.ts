import { CatalogError } from '../../errors.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { elementsOf, membersOf } from '../../util/json/json-slices.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import type { ExportedType } from './exported-types.ts';
import { urnOfEntity } from './proposal-lines.ts';

/** Entities per request. */
const PAGE = 500;

const SCROLL =
  '/openapi/v3/entity/scroll?includeSoftDelete=true&includeHiddenLifecycleStages=true&systemMetadata=true';

/** Number of entities of the types, soft-deleted and hidden ones included. */
export async function countEntities(client: CatalogClient, types: readonly ExportedType[]): Promise<number> {
  const answer = await client.requestText('POST', `${SCROLL}&count=1`, { entities: namesOf(types) });
  return Number(membersOf(answer).get('totalCount'));
}

/** All entities of the types, soft-deleted and hidden ones included, in urn order: pages of OpenAPI v3 JSON texts. */
export async function* scrollEntities(
  client: CatalogClient,
  types: readonly ExportedType[],
): AsyncGenerator<readonly string[]> {
  const body = { entities: namesOf(types), aspects: [] };
  let next = '';
  do {
    const page = membersOf(await client.requestText('POST', `${SCROLL}&count=${PAGE}${next}`, body));
    yield elementsOf(page.get('entities') ?? '[]');
    next = scrollParameter(page);
  } while (next !== '');
}

/** The named entities, as JSON texts. Throws NOT_FOUND if one does not exist or may not be read. */
export async function readEntities(client: CatalogClient, urns: readonly Urn[]): Promise<readonly string[]> {
  const lists: Record<string, JsonObject[]> = {};
  for (const urn of urns) (lists[entityTypeOf(urn)] ??= []).push({ urn });
  const answer = await client.requestText(
    'POST',
    '/openapi/v3/entity/generic/batchGet?systemMetadata=true',
    lists,
  );
  const entities = [...membersOf(answer).values()].flatMap(elementsOf);
  const found = new Set(entities.map(urnOfEntity));
  const missing = urns.find((urn) => !found.has(urn));
  if (missing === undefined) return entities;
  throw new CatalogError('NOT_FOUND', `There is no entity ${missing}, or you may not read it.`);
}

/** Query parameter of the next page, starting with `&`; empty after the last page. */
export function scrollParameter(page: ReadonlyMap<string, string>): string {
  const id: unknown = JSON.parse(page.get('scrollId') ?? 'null');
  return typeof id === 'string' ? `&scrollId=${encodeURIComponent(id)}` : '';
}

function namesOf(types: readonly ExportedType[]): string[] {
  return types.map(({ name }) => name);
}
