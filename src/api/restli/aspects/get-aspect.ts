import { CatalogError, invalidRequest } from '../../../errors.ts';
import { entityTypeOf, parseUrn } from '../../../model/urn.ts';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { read } from '../resource.ts';

/**
 * `GET /aspects/{urn}?aspect=...&version=...`: one version of an aspect (0: latest), keyed by its class name. Throws
 * NOT_FOUND when it does not exist; DataHub's client reads the key aspect to check whether an entity exists.
 */
export const readVersion = read(getAspect, async ({ registry, requester, key, parameters }) => {
  const urn = parseUrn(key);
  const name = parameters.requiredText('aspect');
  const version = parameters.integer('version') ?? 0;
  if (version < 0)
    throw invalidRequest(`Parameter version must be a whole number from 0, but it is ${version}.`);
  const spec = registry.findEntity(entityTypeOf(urn))?.aspects.get(name);
  const aspect = spec && (await requester.run(getAspect, { urn, aspectName: name, version }));
  if (aspect === undefined || spec === undefined) {
    throw new CatalogError('NOT_FOUND', `Did not find urn: ${urn} aspect: ${name} version: ${version}`);
  }
  return { json: `{"version":${version},"aspect":{${JSON.stringify(spec.className)}:${aspect.text}}}` };
});
