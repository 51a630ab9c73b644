/** The access that people give to OAuth clients, for protocols. */
export type { ClientTokens, OAuthGrants } from '../../auth/oauth/oauth-grants.ts';
