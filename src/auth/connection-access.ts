import { CatalogError } from '../errors.ts';
import { EVERYTHING } from '../model/scope.ts';
import { formatUrn } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import { isJsonObject } from '../util/json.ts';
import type { Permit } from './permit.ts';
import type { Rights } from './rights.ts';
import type { SecretParts, WrittenEntity } from './secret-access.ts';

/** Input of {@link ConnectionAccess.upsert}. */
export interface ConnectionInput {
  /** Absent: a new random id. */
  readonly id?: string;
  readonly platform: Urn;
  readonly name?: string;
  /** Connection details including credentials; stored encrypted. */
  readonly blob: string;
}

/** Connections to other systems for one caller. */
export interface ConnectionAccess {
  /** Creates or replaces a connection. */
  upsert(input: ConnectionInput, permit: Permit): Promise<WrittenEntity>;
  /**
   * The decrypted details of a connection; undefined when there are none, they are not in this server's encrypted form,
   * or the caller lacks MANAGE_CONNECTIONS. Throws CONFLICT when they were encrypted with another key.
   */
  getBlob(urn: Urn): Promise<string | undefined>;
}

const TYPE = 'dataHubConnection';
const DETAILS = 'dataHubConnectionDetails';
const PRIVILEGE = 'MANAGE_CONNECTIONS';

/** Creates the connection operations of one caller. */
export function openConnections(
  { box, change, newId, reader }: SecretParts,
  rights: Rights,
): ConnectionAccess {
  return {
    upsert: async ({ id, platform, name, blob }) => {
      const urn = formatUrn(TYPE, id ?? newId());
      const details = {
        type: 'JSON',
        ...(name !== undefined && { name }),
        json: { encryptedBlob: box.seal(blob, urn) },
      };
      const { sequence } = await change.ingest(rights.actor.urn, [
        { urn, aspectName: DETAILS, changeType: 'UPSERT', value: details },
        { urn, aspectName: 'dataPlatformInstance', changeType: 'UPSERT', value: { platform } },
      ]);
      return { urn, sequence };
    },
    getBlob: async (urn) => {
      if (!rights.holds(PRIVILEGE)) return undefined;
      const found = await reader.entities([urn], [DETAILS], EVERYTHING);
      const json = found.get(urn)?.aspects.get(DETAILS)?.value['json'];
      const sealed = isJsonObject(json) ? json['encryptedBlob'] : undefined;
      if (typeof sealed !== 'string' || !box.isSealed(sealed)) return undefined;
      const blob = box.open(sealed, urn);
      if (blob !== undefined) return blob;
      throw new CatalogError(
        'CONFLICT',
        `The connection ${urn} was encrypted with another key. Configure the former key, or upsert the connection again.`,
      );
    },
  };
}
