import { CatalogError } from '../../errors.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** User data from the claims of the login service. */
export interface OidcProfile {
  readonly userName: string;
  readonly displayName: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  /** Names of groups; undefined: no groups claim is configured. */
  readonly groups: readonly string[] | undefined;
}

/** Reads the claims; throws UNAUTHENTICATED when they do not contain a valid user name or a verified email address. */
export function readProfile(
  claims: Readonly<Record<string, unknown>>,
  settings: Pick<OidcSettings, 'userNameClaim' | 'userNamePattern' | 'groupsClaim'>,
): OidcProfile {
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const { groupsClaim, userNameClaim, userNamePattern } = settings;
  const claim = text(userNameClaim);
  if (claim === undefined) throw unknown(`it does not send the claim '${userNameClaim}'`);
  if (userNameClaim === 'email' && isFalse(claims['email_verified'])) {
    throw unknown(`it has not verified the address ${claim}`);
  }
  const userName = userNamePattern.exec(claim)?.[1];
  if (userName === undefined || userName === '')
    throw unknown(`'${claim}' does not match the user name pattern`);
  const [firstName, lastName] = [text('given_name'), text('family_name')];
  const bothNames = firstName && lastName && `${firstName} ${lastName}`;
  return {
    userName,
    displayName: text('name') ?? bothNames,
    firstName,
    lastName,
    email: text('email'),
    groups: groupsClaim === undefined ? undefined : groupsOf(claims[groupsClaim]),
  };
}

/** A missing claim means no groups, so that a user removed from all groups loses their rights. */
function groupsOf(claim: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const texts = names.filter((name): name is string => typeof name === 'string');
  return [...new Set(texts.map((name) => name.trim()).filter((name) => name !== ''))];
}

/** Some services send the claim as a string. */
function isFalse(claim: unknown): boolean {
  return claim === false || (typeof claim === 'string' && claim.trim().toLowerCase() === 'false');
}

function unknown(reason: string): CatalogError {
  return new CatalogError('UNAUTHENTICATED', `The login service did not identify you: ${reason}.`);
}
