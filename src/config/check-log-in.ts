import { invalidRequest } from '../errors.ts';

/** Options that single sign-on cannot do without. */
const NEEDED = ['oidc.issuer', 'oidc.clientId', 'oidc.clientSecret', 'publicUrl'] as const;

/** Throws INVALID_REQUEST when the options about logging in do not fit together. */
export function checkLogIn(valueOf: (name: string) => unknown): void {
  const isChosen = (name: string): boolean => valueOf(name) !== '';
  const wanted = NEEDED.filter((name) => name !== 'publicUrl').some(isChosen);
  const missing = NEEDED.filter((name) => !isChosen(name));
  if (wanted && missing.length > 0) {
    throw invalidRequest(`Single sign-on needs ${NEEDED.join(', ')}, but ${missing.join(', ')} is not set.`);
  }
  if (valueOf('frontendPort') !== 0 && valueOf('frontendPort') === valueOf('port')) {
    throw invalidRequest("'frontendPort' must be another port than 'port'; leave it out for none.");
  }
}
