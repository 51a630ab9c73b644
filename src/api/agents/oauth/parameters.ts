import { OAuthError } from '../../../model/access/oauth.ts';

/** The parameters of a request; an empty one is absent. Throws OAuthError if one is repeated (RFC 6749, 3.1). */
export function parametersOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (found.has(name)) throw new OAuthError('invalid_request', `The parameter ${name} is repeated.`);
    if (value !== '') found.set(name, value);
  }
  return found;
}

/** The parameter. Throws OAuthError if it is missing. */
export function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}
