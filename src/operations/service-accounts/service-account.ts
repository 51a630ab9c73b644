import type { Urn } from '../../model/urn.ts';

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

/** Platform privileges to manage service accounts; one of them suffices. */
export const MANAGE_SERVICE_ACCOUNTS = ['MANAGE_SERVICE_ACCOUNTS', 'MANAGE_USERS_AND_GROUPS'] as const;

/** DataHub's subtype of users that are service accounts. */
export const SERVICE_ACCOUNT = 'SERVICE_ACCOUNT';

/** Whether the subtypes of a user make it a service account. */
export function isServiceAccount(typeNames: unknown): boolean {
  return Array.isArray(typeNames) && typeNames.includes(SERVICE_ACCOUNT);
}
