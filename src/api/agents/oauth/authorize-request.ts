import {
  OAuthError,
  isRegistered,
  scopesIn,
  type OAuthClient,
  type OAuthScope,
} from '../../../model/access/oauth.ts';
import { findClient } from '../../../operations/oauth/find-client.ts';
import { resourceOf, type OAuthParts } from './oauth-parts.ts';
import { parametersOf, required } from './parameters.ts';

/** Who asks, and where the answer goes. */
export interface Asker {
  readonly client: OAuthClient;
  readonly redirect: string;
  readonly state: string | undefined;
}

/** A client's request for access. */
export interface AuthorizeRequest {
  readonly challenge: string;
  readonly scopes: readonly OAuthScope[];
}

/**
 * Who asks. Throws OAuthError for an unknown client and for an address that it has not registered: then no answer may be sent there.
 */
export async function readAsker(query: string, parts: OAuthParts): Promise<Asker> {
  const parameters = parametersOf(query);
  const client = await findClient(required(parameters, 'client_id'), parts);
  const redirect = required(parameters, 'redirect_uri');
  if (!isRegistered(client, redirect))
    throw new OAuthError('invalid_request', 'redirect_uri is not an address that the client has registered.');
  return { client, redirect, state: parameters.get('state') };
}

/** The rest of the request. Throws OAuthError, which is answered at the address of the client. */
export function readAuthorizeRequest(query: string, parts: OAuthParts): AuthorizeRequest {
  const parameters = parametersOf(query);
  if (required(parameters, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'response_mode must be query.');
  const challenge = required(parameters, 'code_challenge');
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  if (!/^[\w-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 hash in base64url.');
  if (required(parameters, 'resource') !== resourceOf(parts))
    throw new OAuthError('invalid_target', `resource must be ${resourceOf(parts)}.`);
  const scope = parameters.get('scope');
  return { challenge, scopes: scopesIn(scope ?? 'define') };
}

/** The address of the client with an answer. */
export function answerUrl(
  { redirect, state }: Pick<Asker, 'redirect' | 'state'>,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries({
    ...answer,
    ...(state !== undefined && { state }),
    iss: issuer,
  })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}
