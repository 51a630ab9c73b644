import type { EntityAspects } from '../aspect.ts';
import type { Urn } from '../urn.ts';
import { entityTypeOf } from '../urn.ts';

/**
 * Aspects with credentials and user-defined secrets. No generic API reads or writes them, whatever the caller's
 * privileges. Only login, invitations, password resets and the operations on secrets use them, and none of these returns
 * an aspect as it is stored.
 */
const SECRET_ASPECTS: ReadonlySet<string> = new Set([
  'corpUserCredentials',
  'dataHubSecretValue',
  'inviteToken',
]);

/** Entity types whose entities are credentials: writing one with a chosen key would forge a token. */
const CREDENTIAL_TYPES: ReadonlySet<string> = new Set(['dataHubAccessToken', 'inviteToken']);

/** Whether the aspect is never readable, whatever the caller's privileges. */
export function isSecretAspect(aspectName: string): boolean {
  return SECRET_ASPECTS.has(aspectName);
}

/** Aspects of an entity without secret aspects. */
export function withoutSecrets(aspects: EntityAspects): EntityAspects {
  for (const name of SECRET_ASPECTS) {
    if (aspects.has(name)) return new Map([...aspects].filter(([other]) => !SECRET_ASPECTS.has(other)));
  }
  return aspects;
}

/** Whether only the operations on accounts, tokens and secrets may write the aspect. Deleting the entity is allowed. */
export function isProtectedAspect(urn: Urn, aspectName: string): boolean {
  return SECRET_ASPECTS.has(aspectName) || CREDENTIAL_TYPES.has(entityTypeOf(urn));
}
