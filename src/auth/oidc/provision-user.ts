import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { formatUrn, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import type { JsonObject } from '../../util/json.ts';
import { SYSTEM_ACTOR } from '../actor.ts';
import { readCredentials } from '../accounts/credentials.ts';
import {
  GROUP_TYPE,
  isBuiltInName,
  refusalOf,
  userStatus,
  userUrn,
  type UserParts,
} from '../accounts/user-state.ts';
import type { OidcProfile } from './oidc-profile.ts';

/**
 * Returns the user of a profile, created if `createUsers`, and sets the user's groups if the profile has groups. Throws
 * FORBIDDEN for a user who is unknown, suspended or removed, who has a password in this catalog, or who is built-in.
 */
export async function provisionUser(
  parts: UserParts,
  profile: OidcProfile,
  { createUsers }: { readonly createUsers: boolean },
): Promise<Urn> {
  const user = userUrn(profile.userName);
  if (user === undefined) throw denied(`'${profile.userName}' cannot be a user name here.`);
  if (isBuiltInName(profile.userName))
    throw denied(`${user} is the name of a built-in user, which cannot use single sign-on.`);
  const known = (await parts.reader.entities([user], ['corpUserInfo'])).get(user);
  if (known === undefined && !createUsers) throw denied(`${user} is not a user of this catalog.`);
  if (known !== undefined) await requireGoodStanding(parts, user);
  const proposals: MetadataChangeProposal[] = [];
  if (known?.aspects.has('corpUserInfo') !== true) {
    proposals.push({ urn: user, aspectName: 'corpUserInfo', changeType: 'UPSERT', value: userInfo(profile) });
  }
  if (known === undefined) {
    const status = userStatus('ACTIVE', SYSTEM_ACTOR.urn, parts.now());
    proposals.push({ urn: user, aspectName: 'corpUserStatus', changeType: 'UPSERT', value: status });
    const origin = { type: 'EXTERNAL', externalType: 'OIDC' };
    proposals.push({ urn: user, aspectName: 'origin', changeType: 'UPSERT', value: origin });
  }
  if (profile.groups !== undefined)
    for (const one of await memberships(parts.reader, user, profile.groups)) proposals.push(one);
  if (proposals.length > 0) await parts.change.ingest(SYSTEM_ACTOR.urn, proposals);
  return user;
}

/** Rejects accounts with a password: somebody else may have signed up with this name before its owner's first login. */
async function requireGoodStanding({ now, reader }: UserParts, user: Urn): Promise<void> {
  const refusal = await refusalOf(reader, user, now());
  if (refusal !== undefined) throw denied(`${refusal}.`);
  if ((await readCredentials(reader, user)) !== undefined) {
    throw denied(
      `${user} has a password in this catalog. An administrator can remove it: 'colophon user remove-password'.`,
    );
  }
}

function userInfo({ displayName, email, firstName, lastName }: OidcProfile): JsonObject {
  return {
    active: true,
    ...(displayName !== undefined && { displayName, fullName: displayName }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
  };
}

/** Proposals that create missing groups and set the user's memberships to exactly those of the profile. */
async function memberships(
  reader: SystemReader,
  user: Urn,
  names: readonly string[],
): Promise<MetadataChangeProposal[]> {
  const urns = new Map(names.map((name) => [formatUrn(GROUP_TYPE, urlEncoded(name)), name]));
  const existing = await reader.entities([...urns.keys()], []);
  const proposals = [...urns].flatMap(([urn, name]): MetadataChangeProposal[] => {
    if (existing.has(urn)) return [];
    const value = { displayName: name, admins: [], members: [], groups: [] };
    return [
      { urn, aspectName: 'corpGroupInfo', changeType: 'UPSERT', value },
      {
        urn,
        aspectName: 'origin',
        changeType: 'UPSERT',
        value: { type: 'EXTERNAL', externalType: 'OIDC' },
      },
    ];
  });
  const groups = [...urns.keys()];
  return [
    ...proposals,
    { urn: user, aspectName: 'groupMembership', changeType: 'UPSERT', value: { groups } },
  ];
}

/** Encodes like Java's URLEncoder, so that a group has the same urn as in DataHub. */
function urlEncoded(name: string): string {
  return encodeURIComponent(name)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function denied(reason: string): CatalogError {
  return new CatalogError('FORBIDDEN', `You cannot log in: ${reason}`);
}
