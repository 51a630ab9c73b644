import { invalidRequest } from '../../../errors.ts';
import { objects } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';

/** Arguments of DataHub's tools, and the arguments that tools at `/mcp` have instead. */
const OURS: Readonly<Record<string, string>> = {
  num_results: 'limit',
  max_results: 'limit',
  max_hops: 'hops',
  offset: 'cursor',
  upstream: 'direction',
  keywords: 'column_query',
  source_urn: 'urn',
  target_urn: 'target',
  entity_urns: 'changes[].urns',
  entity_urn: 'changes[].urns',
  column_paths: 'changes[].column',
  column_path: 'changes[].column',
  tag_urns: 'changes[].values',
  term_urns: 'changes[].values',
  owner_urns: 'changes[].values',
  domain_urn: 'changes[].values',
  property_urns: 'changes[].field',
  property_values: 'changes[].values',
};

/** Throws INVALID_REQUEST for an argument that only DataHub's tools have. */
export function refuseDatahubWords(sent: JsonObject): void {
  const names = [sent, ...objects(sent['changes'])].flatMap((one) => Object.keys(one));
  const found = names.find((name) => Object.hasOwn(OURS, name));
  if (found === undefined) return;
  throw invalidRequest(
    `'${found}' is an argument of DataHub's tools. Use '${OURS[found]}', or the tools at /mcp/datahub.`,
    found,
  );
}
