/** How people log in with another service. */
export interface OidcSettings {
  /** Address of the service: its issuer, or its document below `/.well-known/`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces. */
  readonly scope: string;
  /** Claim that holds the user name; nobody may be able to choose its value for themselves. */
  readonly userNameClaim: string;
  /** Takes the user name out of the claim: what its first group matches. */
  readonly userNamePattern: RegExp;
  /** Whether whom nobody has made a user becomes one at the first login. */
  readonly createUsers: boolean;
  /** Claim with the names of the groups; undefined: groups stay as they are. */
  readonly groupsClaim: string | undefined;
  /** Where the service sends people back to. */
  readonly redirectUri: string;
}
