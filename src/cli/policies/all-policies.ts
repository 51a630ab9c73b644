import { asList, asObject } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';

/** Policies per request. */
const PAGE = 100;

/** Reads all pages of a query `field` that takes `input` with `start` and `count`, and returns `total` and `policies`. */
export async function allPolicies(
  client: CatalogClient,
  {
    document,
    field,
    input = {},
  }: { readonly document: string; readonly field: string; readonly input?: JsonObject },
): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  for (let total = 1; all.length < total;) {
    const variables = { input: { ...input, start: all.length, count: PAGE } };
    const page = asObject((await client.graphql(document, variables))[field], field);
    const found = asList(page['policies'], 'policies').map((policy) => asObject(policy, 'policy'));
    all.push(...found);
    total = found.length === 0 ? 0 : Number(page['total']);
  }
  return all;
}
