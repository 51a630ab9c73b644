import { CatalogError, invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { MetadataChange } from '../../change/metadata-change.ts';
import { entityTypeOf, formatUrn, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import type { JsonObject } from '../../util/json.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR } from '../actor.ts';

/** Dependencies of the functions that create or change users. */
export interface UserParts {
  readonly change: MetadataChange;
  readonly reader: SystemReader;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Entity type of users. */
export const USER_TYPE = 'corpuser';

/** Entity type of groups. */
export const GROUP_TYPE = 'corpGroup';

const STATUS_ASPECTS = ['corpUserStatus', 'status'];

/**
 * Creates the user, active and without rights, unless it exists; returns whether it was created. Throws INVALID_REQUEST
 * when the urn is not a user urn.
 */
export async function ensureUser(
  user: Urn,
  maker: Urn,
  { change, reader, now }: UserParts,
): Promise<boolean> {
  requireUser(user);
  if ((await reader.entities([user], [])).has(user)) return false;
  const value = userStatus('ACTIVE', maker, now());
  await change.ingest(maker, [{ urn: user, aspectName: 'corpUserStatus', changeType: 'UPSERT', value }]);
  return true;
}

/** Invisible characters, which make one name look like another: control, format and private-use ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether the name is that of a built-in user, ignoring case. */
export function isBuiltInName(userName: string): boolean {
  const name = userName.normalize('NFKC').toLowerCase();
  return [ROOT_ACTOR, SYSTEM_ACTOR.urn].some((urn) => urn === `urn:li:${USER_TYPE}:${name}`);
}

/**
 * The urn of a user name; undefined when the name is not valid in a urn, is a urn itself, or has invisible
 * characters.
 */
export function userUrn(userName: string): Urn | undefined {
  if (UNSEEN.test(userName) || /^urn:/i.test(userName)) return undefined;
  try {
    return formatUrn(USER_TYPE, userName);
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}

/** Throws INVALID_REQUEST unless the urn is a user urn, and for the server itself: nobody may act as it. */
export function requireUser(urn: Urn): void {
  if (urn === SYSTEM_ACTOR.urn)
    throw invalidRequest(`${urn} is the server itself. Use another user.`, undefined, because('BUILT_IN'));
  if (entityTypeOf(urn) !== USER_TYPE) {
    throw invalidRequest(
      `${urn} is not a user. Use a user urn, such as urn:li:corpuser:datahub.`,
      undefined,
      because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(urn), entityTypes: ['corpuser'] }),
    );
  }
}

/** Throws INVALID_REQUEST when the user exists and is suspended or soft-deleted. */
export async function requireActive(reader: SystemReader, user: Urn): Promise<void> {
  const exists = (await reader.entities([user], [])).has(user);
  const refusal = exists ? await refusalOf(reader, user, Infinity) : undefined;
  if (refusal === undefined) return;
  throw invalidRequest(
    `${refusal}, so a token would not be valid. Reactivate the user first.`,
    undefined,
    because('USER_NOT_ACTIVE'),
  );
}

/** Throws NOT_FOUND with the first entity that does not exist. */
export async function requireExisting(reader: SystemReader, urns: readonly Urn[]): Promise<void> {
  const found = await reader.entities(urns, []);
  const missing = urns.find((urn) => !found.has(urn));
  if (missing !== undefined)
    throw new CatalogError('NOT_FOUND', `${missing} does not exist. Check the urn; nothing was changed.`);
}

/** Value of the aspect `corpUserStatus`, which decides whether a user may log in. */
export function userStatus(status: 'ACTIVE' | 'SUSPENDED', actor: Urn, time: number): JsonObject {
  return { status, lastModified: { time, actor } };
}

/**
 * Why the user is inactive (removed or suspended); undefined when it is active. A user created after `knownSince`
 * (epoch ms) counts as removed, because it is a different user with the same name. The root actor is always active; the
 * server itself never logs in.
 */
export async function refusalOf(
  reader: SystemReader,
  user: Urn,
  knownSince: number,
): Promise<string | undefined> {
  if (user === ROOT_ACTOR) return undefined;
  if (user === SYSTEM_ACTOR.urn) return `${user} is the server itself`;
  const found = (await reader.entities([user], STATUS_ASPECTS)).get(user);
  const isRemoved = found?.aspects.get('status')?.value['removed'] === true;
  if (found === undefined || isRemoved || found.entity.created.time > knownSince) {
    return `${user} has been removed`;
  }
  const status = found.aspects.get('corpUserStatus')?.value['status'];
  return status === 'SUSPENDED' ? `${user} is suspended` : undefined;
}
