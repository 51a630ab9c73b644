/** Login methods, by their names in DataHub's audit events. */
export type LogInMethod =
  | 'PASSWORD_LOGIN'
  | 'PASSWORD_RESET'
  | 'SIGN_UP_LINK_LOGIN'
  | 'SSO_LOGIN'
  /** One-time link that the server prints on start. */
  | 'FALLBACK_LOGIN';
