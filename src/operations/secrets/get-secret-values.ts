import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import type { SecretBox } from '../../auth/secret-box.ts';
import { CatalogError } from '../../errors.ts';
import { urnKey, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { list } from '../input-types.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { SECRET, secretUrn, storedSecrets } from './secret.ts';
import { objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** A secret with its decrypted value. */
export interface SecretValue {
  readonly name: string;
  readonly value: string;
}

/**
 * Decrypts the secrets with these names, omits unknown names, and records the read in the audit log. Throws CONFLICT
 * when one was encrypted with another key.
 */
export const getSecretValues = defineProtected({
  name: 'getSecretValues',
  effect: 'read',
  summary: 'Decrypts secrets by name; the audit log records the read.',
  input: () => objectOf({ names: list(v.string()) }),
  needs: platform('MANAGE_SECRETS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ names }, { actor, services: { auditLog, reader, secretBox } }) => {
    const urns = [...new Set(names)].map(secretUrn);
    const stored = await storedSecrets(urns, reader);
    const secrets = urns.flatMap((urn) => {
      const value = stored.get(urn);
      return value === undefined ? [] : [{ urn, secret: opened(urn, value, secretBox) }];
    });
    const aspects = secrets.map(({ urn }) => ({
      urn,
      aspectName: SECRET.valueAspect,
      changeType: 'READ' as const,
    }));
    if (aspects.length > 0) auditLog.record({ kind: 'secretRead', actor: actor.urn, aspects });
    return secrets.map(({ secret }) => secret);
  },
});

function opened(urn: Urn, { name, value }: JsonObject, box: SecretBox): SecretValue {
  const text = typeof value === 'string' ? box.open(value, urn) : undefined;
  if (text === undefined) {
    throw new CatalogError(
      'CONFLICT',
      `The secret ${urn} was encrypted with another key. Configure the previous key, or set the value again.`,
      because('SECRET_UNREADABLE'),
    );
  }
  return { name: typeof name === 'string' ? name : urnKey(urn), value: text };
}
