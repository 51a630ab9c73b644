import type { ClientTokens, OAuthGrants } from '../../../operations/oauth/grants.ts';
import { OAUTH_SCOPES } from '../../../model/access/oauth.ts';
import type { ClientParts } from '../../../operations/oauth/find-client.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { OAuthLimitParts } from './oauth-limits.ts';

/** Dependencies of OAuth. */
export interface OAuthParts extends ClientParts, OAuthLimitParts {
  /** Address of the start page, with a trailing slash. */
  readonly base: string;
  readonly grants: Pick<OAuthGrants, 'redeem' | 'refresh' | 'revoke'>;
}

/** Address of the tools, for which the tokens are valid. */
export function resourceOf({ base }: Pick<OAuthParts, 'base'>): string {
  return `${base}mcp`;
}

/** Address that names the authorization server in answers. */
export function issuerOf({ base }: Pick<OAuthParts, 'base'>): string {
  return `${base}oauth`;
}

/** Address of the metadata of the tools (RFC 9728): the well-known path is before that of the resource. */
export function resourceMetadataUrl(parts: Pick<OAuthParts, 'base'>): string {
  return wellKnown('oauth-protected-resource', resourceOf(parts));
}

/** Paths of metadata by what they describe. */
export function metadataOf(parts: Pick<OAuthParts, 'base'>): ReadonlyMap<string, JsonObject> {
  const [resource, issuer] = [resourceOf(parts), issuerOf(parts)];
  return new Map([
    [
      new URL(wellKnown('oauth-protected-resource', resource)).pathname,
      {
        resource,
        authorization_servers: [issuer],
        scopes_supported: OAUTH_SCOPES.slice(),
        bearer_methods_supported: ['header'],
        resource_name: 'Colophon',
      },
    ],
    [
      new URL(wellKnown('oauth-authorization-server', issuer)).pathname,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        scopes_supported: OAUTH_SCOPES.slice(),
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      },
    ],
  ]);
}

/** The answer of the token endpoint. */
export function tokensJson({ access, expiresInMs, refresh, scopes }: ClientTokens): JsonObject {
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor(expiresInMs / 1000),
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}

function wellKnown(name: string, address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}/.well-known/${name}${pathname}`;
}
