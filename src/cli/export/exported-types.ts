import { asList, asObject, asText } from '../../util/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import { suggestion } from '../../util/closest-name.ts';
import type { CatalogClient } from '../catalog-client.ts';
import { UsageError } from '../usage-error.ts';

/** An entity type that can be exported. */
export interface ExportedType {
  readonly name: string;
  /** The aspect that says no more than the urn. */
  readonly keyAspect: string;
  /** Names of the aspects that are points of time. */
  readonly timeseries: readonly string[];
}

/** Entity types that mean nothing in another catalog, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  dataHubAccessToken: 'access tokens are good for the catalog that made them',
  inviteToken: 'invitations are good for the catalog that made them',
  dataHubSecret: 'secrets are encrypted with the key of their catalog',
  dataHubConnection: 'connections are encrypted with the key of their catalog',
  dataHubUpgrade: 'updates are on record with the catalog that they brought up to date',
};

/** Types whose entities say which values others may have; they have to be there before the values. */
const DEFINING = new Set(['dataType', 'entityType', 'structuredProperty']);

/** The entity types that the server knows, or those that are named; UsageError for a name that cannot be exported. */
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

/** The types in the order of writing: those that define what others may hold, and then all others. */
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
