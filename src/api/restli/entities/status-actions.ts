import { invalidRequest } from '../../../errors.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asText, optionalFlag, optionalText } from '../../../util/json/json-input.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { setWritable } from '../../../operations/maintenance/set-writable.ts';
import { TOKEN } from '../../../operations/needs.ts';
import { action } from '../resource.ts';

/**
 * `POST /entities?action=exists`: whether an entity exists; with `includeSoftDelete: false`, soft-deleted ones do
 * not.
 */
export const exists = action(getEntities, async ({ requester, input }) => {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const aspects = (await requester.run(getEntities, { urns: [urn], aspectNames: ['status'] })).get(urn);
  const countsRemoved = optionalFlag(input['includeSoftDelete'], 'includeSoftDelete') ?? true;
  const isRemoved = aspects?.get('status')?.value['removed'] === true;
  return { value: aspects !== undefined && (countsRemoved || !isRemoved) };
});

/**
 * `POST /entities?action=setWritable`: throws INVALID_REQUEST for `value: false`, because there is no read-only mode.
 */
export const setWriteMode = action(setWritable, async ({ requester, input }) => {
  await requester.run(setWritable, { isWritable: optionalFlag(input['value'], 'value') ?? true });
  return { done: true };
});

/**
 * `POST /entities?action=deleteAll`: in DataHub it rolls back the writes through a plug-in registry. Colophon has none,
 * so this always throws INVALID_REQUEST.
 */
export const deleteAll = action(TOKEN, ({ input }) => {
  const registryId = optionalText(input['registryId'], 'registryId') ?? 'a registry';
  throw invalidRequest(
    `No writes are recorded for ${registryId}: this server has one registry. Roll back runs ` +
      '(/runs?action=rollback), or delete entities by urn.',
  );
});

/** `POST /entities?action=getBrowsePaths`: paths of an entity in the browse tree (v1). */
export const getBrowsePaths = action(getEntities, async ({ requester, input }) => {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const aspect = (await requester.run(getEntities, { urns: [urn], aspectNames: ['browsePaths'] }))
    .get(urn)
    ?.get('browsePaths');
  return { value: aspect?.value['paths'] ?? [] };
});
