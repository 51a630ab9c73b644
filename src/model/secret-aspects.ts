import type { EntityAspects } from './aspect.ts';
import type { Urn } from './urn.ts';
import { entityTypeOf } from './urn.ts';

/**
 * Aspects that prove who somebody is, and the secrets that people keep here. No API reads or writes them, whatever the
 * caller's rights: only signing in, inviting, resetting a password and the operations on secrets touch them, and none of
 * these answers what is stored.
 */
const SECRET_ASPECTS: ReadonlySet<string> = new Set([
  'corpUserCredentials',
  'dataHubSecretValue',
  'inviteToken',
]);

/** Entity types whose entities are credentials: writing one with a chosen key would be a forged token. */
const CREDENTIAL_TYPES: ReadonlySet<string> = new Set(['dataHubAccessToken', 'inviteToken']);

/** Whether nobody may read the aspect. */
export function isSecretAspect(aspectName: string): boolean {
  return SECRET_ASPECTS.has(aspectName);
}

/** The aspects of an entity without those that nobody may read. */
export function withoutSecrets(aspects: EntityAspects): EntityAspects {
  for (const name of SECRET_ASPECTS) {
    if (aspects.has(name)) return new Map([...aspects].filter(([other]) => !SECRET_ASPECTS.has(other)));
  }
  return aspects;
}

/** Whether only the operations on accounts, tokens and secrets may write the aspect; deleting a whole entity is no such write. */
export function isProtectedAspect(urn: Urn, aspectName: string): boolean {
  return SECRET_ASPECTS.has(aspectName) || CREDENTIAL_TYPES.has(entityTypeOf(urn));
}
