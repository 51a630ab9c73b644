/** Configuration of OIDC login. */
export interface OidcSettings {
  /** Issuer URL, or the URL of the discovery document below `/.well-known/`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  /** Claim with the user name; must be one whose value users cannot choose themselves. */
  readonly userNameClaim: string;
  /** The first capture group extracts the user name from the claim. */
  readonly userNamePattern: RegExp;
  /** Whether the first login creates a user who does not exist. */
  readonly createUsers: boolean;
  /** Claim with the group names; undefined: logins do not change group membership. */
  readonly groupsClaim: string | undefined;
  /** Callback URL of this server. */
  readonly redirectUri: string;
}
