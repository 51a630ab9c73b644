import { invalidRequest } from '../errors.ts';

/** Options required for single sign-on. */
const NEEDED = ['oidc.issuer', 'oidc.clientId', 'oidc.clientSecret', 'publicUrl'] as const;

/** Checks the login options together. INVALID_REQUEST if single sign-on is incomplete, OAuth has no public address with https, or both ports are the same. */
export function checkLogIn(valueOf: (name: string) => unknown): void {
  const isChosen = (name: string): boolean => valueOf(name) !== '';
  const wanted = NEEDED.filter((name) => name !== 'publicUrl').some(isChosen);
  const missing = NEEDED.filter((name) => !isChosen(name));
  if (wanted && missing.length > 0) {
    throw invalidRequest(`Single sign-on requires ${NEEDED.join(', ')}. Set ${missing.join(', ')}, too.`);
  }
  if (valueOf('agents.oauth') === true && !String(valueOf('publicUrl')).startsWith('https://')) {
    throw invalidRequest(
      "'agents.oauth' requires publicUrl with https, because clients send codes and tokens there. Set publicUrl, or omit agents.oauth.",
    );
  }
  if (valueOf('frontendPort') !== 0 && valueOf('frontendPort') === valueOf('port')) {
    throw invalidRequest("'frontendPort' must differ from 'port'; omit it for no second port.");
  }
}
