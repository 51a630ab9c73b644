import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import type { StoredPassword } from './passwords.ts';

const ASPECT = 'corpUserCredentials';

/** A single-use permission to choose a new password. */
export interface PasswordReset {
  /** Hash of the reset token. */
  readonly tokenHash: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Stored credentials of a user. */
export interface Credentials {
  readonly password: StoredPassword;
  readonly reset: PasswordReset | undefined;
}

/** The credentials of a user; undefined when the user has no password in this catalog. */
export async function readCredentials(reader: SystemReader, user: Urn): Promise<Credentials | undefined> {
  const value = (await reader.entities([user], [ASPECT])).get(user)?.aspects.get(ASPECT)?.value;
  if (value === undefined) return undefined;
  const { salt, hashedPassword, passwordResetToken, passwordResetTokenExpirationTimeMillis } = value;
  if (typeof salt !== 'string' || typeof hashedPassword !== 'string') return undefined;
  const reset =
    typeof passwordResetToken === 'string' && typeof passwordResetTokenExpirationTimeMillis === 'number'
      ? { tokenHash: passwordResetToken, expiresAt: passwordResetTokenExpirationTimeMillis }
      : undefined;
  return { password: { salt, hashedPassword }, reset };
}

/** A proposal that fails its whole batch with VALIDATION if the stored credentials differ from these at commit. */
export function requireCredentials(user: Urn, { password, reset }: Credentials): MetadataChangeProposal {
  const operations = [
    { op: 'test', path: '/salt', value: password.salt },
    { op: 'test', path: '/passwordResetToken', value: reset?.tokenHash ?? null },
  ] as const;
  return { urn: user, aspectName: ASPECT, changeType: 'PATCH', patch: { operations } };
}

/** Proposals that replace the credentials of a user and remove old ones from the version history. */
export function replaceCredentials(user: Urn, { password, reset }: Credentials): MetadataChangeProposal[] {
  const value = {
    ...password,
    ...(reset !== undefined && {
      passwordResetToken: reset.tokenHash,
      passwordResetTokenExpirationTimeMillis: reset.expiresAt,
    }),
  };
  return [...removeCredentials(user), { urn: user, aspectName: ASPECT, changeType: 'UPSERT', value }];
}

/** Proposals that remove the password of a user. */
export function removeCredentials(user: Urn): MetadataChangeProposal[] {
  return [{ urn: user, aspectName: ASPECT, changeType: 'DELETE' }];
}
