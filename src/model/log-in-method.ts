/** Ways to log in, by the names that DataHub gives them in its audit events. */
export type LogInMethod =
  | 'PASSWORD_LOGIN'
  | 'PASSWORD_RESET'
  | 'SIGN_UP_LINK_LOGIN'
  | 'SSO_LOGIN'
  /** The one-time link that the server prints when it starts. */
  | 'FALLBACK_LOGIN';
