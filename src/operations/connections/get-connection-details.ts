import { CatalogError } from '../../errors.ts';
import { isJsonObject } from '../../util/json.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';
import { CONNECTION } from './connection.ts';
import { because } from '../../refusals.ts';

/**
 * The decrypted details of a connection; undefined when there are none, they are not in this server's encrypted form,
 * or the caller lacks MANAGE_CONNECTIONS. Throws CONFLICT when they were encrypted with another key.
 */
export const getConnectionDetails = defineProtected({
  name: 'getConnectionDetails',
  effect: 'read',
  summary: 'Gets the decrypted details of a connection.',
  needs: TOKEN,
  input: () => objectOf({ urn: URN }),
  run: async ({ urn }, { rights, services: { reader, secretBox } }) => {
    if (!rights.holds(CONNECTION.privilege)) return undefined;
    const found = await reader.entities([urn], [CONNECTION.detailsAspect]);
    const json = found.get(urn)?.aspects.get(CONNECTION.detailsAspect)?.value['json'];
    const sealed = isJsonObject(json) ? json['encryptedBlob'] : undefined;
    if (typeof sealed !== 'string' || !secretBox.isSealed(sealed)) return undefined;
    const blob = secretBox.open(sealed, urn);
    if (blob !== undefined) return blob;
    throw new CatalogError(
      'CONFLICT',
      `The connection ${urn} was encrypted with another key. Configure the previous key, or upsert the connection again.`,
      because('SECRET_UNREADABLE'),
    );
  },
});
