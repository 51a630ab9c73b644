import { CatalogError } from '../../errors.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** What a login service tells about a person. */
export interface OidcProfile {
  readonly userName: string;
  readonly displayName: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  /** Names of groups; undefined: they are not asked for. */
  readonly groups: readonly string[] | undefined;
}

/** Reads the claims; UNAUTHENTICATED when they do not tell who it is. */
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
  if (userNameClaim === 'email' && claims['email_verified'] === false) {
    throw unknown(`it has not verified the address ${claim}`);
  }
  const userName = userNamePattern.exec(claim)?.[1];
  if (userName === undefined || userName === '') throw unknown(`'${claim}' holds no user name`);
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

/** A claim that is missing says that there are no groups: rights must not outlive their reason. */
function groupsOf(claim: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const texts = names.filter((name): name is string => typeof name === 'string');
  return [...new Set(texts.map((name) => name.trim()).filter((name) => name !== ''))];
}

function unknown(reason: string): CatalogError {
  return new CatalogError('UNAUTHENTICATED', `The login service does not tell who you are: ${reason}.`);
}
