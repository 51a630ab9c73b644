import { withText, type Aspect, type EntityAspects } from '../aspect.ts';
import { CHANGE_PROPOSAL } from '../access/change-proposal.ts';
import { entityTypeOf, type Urn } from '../urn.ts';

/**
 * Aspects with credentials, user-defined secrets, and proposed changes, whose parts are shown by rights. No generic API writes them or reads more of them than
 * `DESCRIBING`, regardless of the caller's privileges. Only login, invitations, password resets and the operations on
 * secrets use the other members, and none of these returns an aspect as stored.
 */
const SECRET_ASPECTS: ReadonlySet<string> = new Set([
  'corpUserCredentials',
  'dataHubSecretValue',
  'inviteToken',
  'webhookInfo',
  CHANGE_PROPOSAL.infoAspect,
  CHANGE_PROPOSAL.contentAspect,
]);

/** Members of secret aspects that are not secret. An aspect without such members is never shown. */
const DESCRIBING: Readonly<Record<string, readonly string[]>> = {
  dataHubSecretValue: ['name', 'description', 'created'],
  [CHANGE_PROPOSAL.infoAspect]: [
    'title',
    'reason',
    'state',
    'proposer',
    'createdAt',
    'expiresAt',
    'decidedBy',
    'decidedAt',
  ],
};

/** Entity types whose entities are credentials: writing one with a chosen key would forge a token. */
const CREDENTIAL_TYPES: ReadonlySet<string> = new Set(['dataHubAccessToken', 'inviteToken']);

/** Names of the aspects of which a deletion must keep nothing. */
export const NEVER_KEPT: readonly string[] = [...SECRET_ASPECTS];

/** Whether the entity is a credential, so that its deletion must keep nothing. */
export function isCredential(urn: Urn): boolean {
  return CREDENTIAL_TYPES.has(entityTypeOf(urn));
}

/** Whether the stored aspect is never readable as a whole, regardless of the caller's privileges. */
export function isSecretAspect(aspectName: string): boolean {
  return SECRET_ASPECTS.has(aspectName);
}

/** The aspect without its secret members; undefined if no other members remain. */
export function withoutSecret(aspect: Aspect): Aspect | undefined {
  if (!SECRET_ASPECTS.has(aspect.aspectName)) return aspect;
  const members = DESCRIBING[aspect.aspectName];
  if (members === undefined) return undefined;
  const shown = Object.entries(aspect.value).filter(([name]) => members.includes(name));
  return withText(aspect, JSON.stringify(Object.fromEntries(shown)));
}

/** Aspects of an entity without secret aspects and members. */
export function withoutSecrets(aspects: EntityAspects): EntityAspects {
  for (const name of SECRET_ASPECTS) {
    if (!aspects.has(name)) continue;
    const shown = [...aspects.values()].flatMap((aspect) => withoutSecret(aspect) ?? []);
    return new Map(shown.map((aspect) => [aspect.aspectName, aspect]));
  }
  return aspects;
}

/** Whether only the operations on accounts, tokens and secrets may write the aspect. Deleting the entity is allowed. */
export function isProtectedAspect(urn: Urn, aspectName: string): boolean {
  return (
    SECRET_ASPECTS.has(aspectName) || isCredential(urn) || entityTypeOf(urn) === CHANGE_PROPOSAL.entityType
  );
}
