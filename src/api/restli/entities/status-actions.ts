import { invalidRequest } from '../../../errors.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asText, optionalFlag, optionalText } from '../../../util/json/json-input.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';

/**
 * `POST /entities?action=exists`: whether an entity exists; with `includeSoftDelete: false`, soft-deleted ones do
 * not.
 */
export async function exists({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const aspects = (await catalog.getEntities([urn], ['status'])).get(urn);
  const countsRemoved = optionalFlag(input['includeSoftDelete'], 'includeSoftDelete') ?? true;
  const isRemoved = aspects?.get('status')?.value['removed'] === true;
  return { value: aspects !== undefined && (countsRemoved || !isRemoved) };
}

/**
 * `POST /entities?action=setWritable`: throws INVALID_REQUEST for `value: false`, because there is no read-only mode.
 */
export function setWritable({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  catalog.requirePrivilege(
    'SET_WRITEABLE_PRIVILEGE',
    'User is unauthorized to enable and disable write mode.',
  );
  if (optionalFlag(input['value'], 'value') === false) {
    throw invalidRequest('This server has no read-only mode. Stop it to prevent writes.');
  }
  return Promise.resolve({ done: true });
}

/**
 * `POST /entities?action=deleteAll`: in DataHub it rolls back the writes through a plug-in registry. Colophon has none,
 * so this always throws INVALID_REQUEST.
 */
export function deleteAll({ input }: ActionCall): Promise<ActionAnswer> {
  const registryId = optionalText(input['registryId'], 'registryId') ?? 'a registry';
  throw invalidRequest(
    `No writes are recorded for ${registryId}: this server has one registry. Roll back runs ` +
      '(/runs?action=rollback), or delete entities by urn.',
  );
}

/** `POST /entities?action=getBrowsePaths`: paths of an entity in the browse tree (v1). */
export async function getBrowsePaths({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const aspect = (await catalog.getEntities([urn], ['browsePaths'])).get(urn)?.get('browsePaths');
  return { value: aspect?.value['paths'] ?? [] };
}
