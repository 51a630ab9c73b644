import { CatalogError } from '../../errors.ts';
import { urnKey, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { object, text } from '../../util/json/json-members.ts';
import { USER_SETTINGS } from '../settings/user-settings.ts';

/** A user for a program: has no password and does not log in. */
export interface ServiceAccount {
  readonly urn: Urn;
  /** Key of the urn. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string | undefined;
  readonly createdBy: Urn;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms of the latest change of its name or description. */
  readonly updatedAt: number;
  /** Urn of its default view. */
  readonly defaultView: string | undefined;
}

/** Platform privileges to manage service accounts; one of them suffices. */
export const MANAGE_SERVICE_ACCOUNTS = ['MANAGE_SERVICE_ACCOUNTS', 'MANAGE_USERS_AND_GROUPS'] as const;

/** DataHub's subtype of users that are service accounts. */
export const SERVICE_ACCOUNT = 'SERVICE_ACCOUNT';

/** Whether the subtypes of a user make it a service account. */
export function isServiceAccount(typeNames: unknown): boolean {
  return Array.isArray(typeNames) && typeNames.includes(SERVICE_ACCOUNT);
}

/** The service accounts among users, in the order of `urns`. */
export async function readServiceAccounts(
  urns: readonly Urn[],
  reader: SystemReader,
): Promise<readonly ServiceAccount[]> {
  const found = await reader.entities(urns, ['corpUserInfo', 'subTypes', USER_SETTINGS]);
  return urns.flatMap((urn) => {
    const user = found.get(urn);
    if (!isServiceAccount(user?.aspects.get('subTypes')?.value['typeNames']) || user === undefined) return [];
    const { aspects, entity } = user;
    const info = aspects.get('corpUserInfo');
    return {
      urn,
      name: urnKey(urn),
      displayName: text(info?.value['displayName']) ?? urnKey(urn),
      description: text(info?.value['title']),
      createdBy: entity.created.actor,
      createdAt: entity.created.time,
      updatedAt: info?.created.time ?? entity.created.time,
      defaultView: text(object(aspects.get(USER_SETTINGS)?.value['views'])?.['defaultView']),
    };
  });
}

/** Throws NOT_FOUND unless the user is a service account. */
export async function requireServiceAccount(user: Urn, reader: SystemReader): Promise<void> {
  const [account] = await readServiceAccounts([user], reader);
  if (account !== undefined) return;
  throw new CatalogError(
    'NOT_FOUND',
    `${user} is not a service account. List the service accounts to find it.`,
  );
}
