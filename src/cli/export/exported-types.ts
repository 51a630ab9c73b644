import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import { suggestion } from '../../util/closest-name.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { UsageError } from '../usage-error.ts';

/** An entity type that can be exported. */
export interface ExportedType {
  readonly name: string;
  /** The aspect derived from the urn. */
  readonly keyAspect: string;
  /** Names of its timeseries aspects. */
  readonly timeseries: readonly string[];
}

/** Entity types that are meaningless in another catalog, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  dataHubAccessToken: 'access tokens are valid only in the catalog that created them',
  inviteToken: 'invitations are valid only in the catalog that created them',
  dataHubSecret: 'secrets are encrypted with the key of their catalog',
  dataHubConnection: 'connections are encrypted with the key of their catalog',
  dataHubAction: 'webhooks have secrets and positions of their catalog',
  changeProposal: 'proposals are decided in the catalog where they were made',
  dataHubUpgrade: 'upgrade records belong to the upgraded catalog',
};

/** Types whose entities define valid values; they must be written before the values. */
const DEFINING = new Set(['dataType', 'entityType', 'lifecycleStageType', 'structuredProperty']);

/** The named entity types, or all that can be exported. Throws UsageError for an unknown or never exported name. */
export async function exportedTypes(
  client: CatalogClient,
  names: readonly string[],
): Promise<readonly ExportedType[]> {
  const answer = await client.request('GET', '/openapi/v1/registry/models/entity/specifications?count=10000');
  const known = asList(asObject(answer, 'The answer')['elements'], 'elements').map(typeOf);
  for (const name of names) {
    const reason = LEFT_OUT[name];
    if (reason !== undefined) throw new UsageError(`${name} is never exported: ${reason}.`);
    if (known.some((type) => type.name === name)) continue;
    const hint = suggestion(
      name,
      known.map((type) => type.name),
    );
    throw new UsageError(`There is no entity type '${name}'.${hint}`);
  }
  return known.filter(
    ({ name }) => LEFT_OUT[name] === undefined && (names.length === 0 || names.includes(name)),
  );
}

/** The types in writing order: first those that define valid values, then all others. */
export function inWritingOrder(types: readonly ExportedType[]): readonly (readonly ExportedType[])[] {
  const defining = types.filter(({ name }) => DEFINING.has(name));
  const others = types.filter(({ name }) => !DEFINING.has(name));
  return [defining, others].filter((group) => group.length > 0);
}

function typeOf(value: JsonValue): ExportedType {
  const specification = asObject(value, 'specification');
  const aspects = asList(specification['aspectSpecs'], 'aspectSpecs').map((spec) =>
    asObject(asObject(spec, 'aspectSpec')['aspectAnnotation'], 'aspectAnnotation'),
  );
  return {
    name: asText(specification['name'], 'name'),
    keyAspect: asText(specification['keyAspectName'], 'keyAspectName'),
    timeseries: aspects
      .filter(({ timeseries }) => timeseries === true)
      .map(({ name }) => asText(name, 'name')),
  };
}
