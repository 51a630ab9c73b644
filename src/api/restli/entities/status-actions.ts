import { invalidRequest } from '../../../errors.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asText, optionalFlag, optionalText } from '../../../util/json-input.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';

/** `POST /entities?action=exists`: whether an entity exists, and with `includeSoftDelete: false` is not soft-deleted. */
export async function exists({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const aspects = (await catalog.getEntities([urn], ['status'])).get(urn);
  const countsRemoved = optionalFlag(input['includeSoftDelete'], 'includeSoftDelete') ?? true;
  const isRemoved = aspects?.get('status')?.value['removed'] === true;
  return { value: aspects !== undefined && (countsRemoved || !isRemoved) };
}

/** `POST /entities?action=setWritable`: the catalog always is, so that only asking for that can be answered. */
export function setWritable({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  catalog.requirePrivilege(
    'SET_WRITEABLE_PRIVILEGE',
    'User is unauthorized to enable and disable write mode.',
  );
  if (optionalFlag(input['value'], 'value') === false) {
    throw invalidRequest('This server has no read-only mode: stop it to keep its data as they are.');
  }
  return Promise.resolve({ done: true });
}

/**
 * `POST /entities?action=deleteAll`: in DataHub it undoes what was written through one of its plug-in registries. There
 * are none here, so that no row is of one.
 */
export function deleteAll({ input }: ActionCall): Promise<ActionAnswer> {
  const registryId = optionalText(input['registryId'], 'registryId') ?? 'a registry';
  throw invalidRequest(
    `Nothing is recorded as written through ${registryId}: this server has one registry. Undo writes by runs ` +
      '(/runs?action=rollback), or delete entities by their urns.',
  );
}

/** `POST /entities?action=getBrowsePaths`: where an entity stands in the browse tree of the older kind. */
export async function getBrowsePaths({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const aspect = (await catalog.getEntities([urn], ['browsePaths'])).get(urn)?.get('browsePaths');
  return { value: aspect?.value['paths'] ?? [] };
}
