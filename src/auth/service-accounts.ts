import { CatalogError } from '../errors.ts';
import { EVERYTHING } from '../model/scope.ts';
import { formatUrn, urnKey } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import { USER_TYPE, userStatus } from './user-state.ts';
import type { UserParts } from './user-state.ts';

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
}

/** Input of {@link createServiceAccount}. */
export interface ServiceAccountRequest {
  readonly displayName: string;
  readonly description: string | undefined;
}

/** DataHub's subtype of users that are service accounts. */
const SUB_TYPE = 'SERVICE_ACCOUNT';

/** Creates a service account with a new random name. */
export async function createServiceAccount(
  parts: UserParts & { readonly newId: () => string },
  actor: Urn,
  { displayName, description }: ServiceAccountRequest,
): Promise<ServiceAccount> {
  const name = `service_${parts.newId()}`;
  const urn = formatUrn(USER_TYPE, name);
  const createdAt = parts.now();
  const info = { active: true, displayName, ...(description !== undefined && { title: description }) };
  await parts.change.ingest(actor, [
    { urn, aspectName: 'corpUserInfo', changeType: 'CREATE_ENTITY', value: info },
    {
      urn,
      aspectName: 'corpUserStatus',
      changeType: 'UPSERT',
      value: userStatus('ACTIVE', actor, createdAt),
    },
    { urn, aspectName: 'subTypes', changeType: 'UPSERT', value: { typeNames: [SUB_TYPE] } },
    { urn, aspectName: 'origin', changeType: 'UPSERT', value: { type: 'NATIVE' } },
  ]);
  return { urn, name, displayName, description, createdBy: actor, createdAt };
}

/** All service accounts. */
export async function listServiceAccounts(reader: MetadataReader): Promise<readonly ServiceAccount[]> {
  const rows = await reader.rowsOf(USER_TYPE, 'subTypes');
  const urns = rows
    .filter(({ aspect }) => isServiceAccount(aspect.value['typeNames']))
    .map(({ aspect }) => aspect.urn);
  const found = await reader.entities(urns, ['corpUserInfo'], EVERYTHING);
  return [...found].map(([urn, { entity, aspects }]) => {
    const { displayName, title } = aspects.get('corpUserInfo')?.value ?? {};
    return {
      urn,
      name: urnKey(urn),
      displayName: typeof displayName === 'string' ? displayName : urnKey(urn),
      description: typeof title === 'string' ? title : undefined,
      createdBy: entity.created.actor,
      createdAt: entity.created.time,
    };
  });
}

/** Throws NOT_FOUND unless the user is a service account. */
export async function requireServiceAccount(reader: MetadataReader, user: Urn): Promise<void> {
  const aspects = (await reader.entities([user], ['subTypes'], EVERYTHING)).get(user)?.aspects;
  if (isServiceAccount(aspects?.get('subTypes')?.value['typeNames'])) return;
  throw new CatalogError(
    'NOT_FOUND',
    `${user} is not a service account. List the service accounts to find it.`,
  );
}

function isServiceAccount(typeNames: unknown): boolean {
  return Array.isArray(typeNames) && typeNames.includes(SUB_TYPE);
}
