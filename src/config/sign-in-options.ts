import { anyText, autoOr, duration, flag, pattern, text, webAddress, wholeNumber } from './option-types.ts';
import { option, type OptionGroup } from './option.ts';

/** Options of passwords, login links and sessions. */
export const LOGIN_OPTIONS = {
  passwords: option(flag, true, 'Allow users to log in with a password, to sign up and to reset passwords.', [
    'AUTH_NATIVE_ENABLED',
  ]),
  minPasswordLength: option(wholeNumber(1, 1024), 8, 'Minimum length of a new password, in characters.'),
  rootPassword: option(
    anyText,
    '',
    "Initial password of the root user 'datahub', set at the start if it has none; prefer the environment variable to the flag.",
  ),
  rootLink: option(
    autoOr(flag),
    'auto',
    'Whether `serve` prints a one-time login link of the root user, and with json a root token. auto: not if there is no terminal and the root user has a password or single sign-on is configured.',
  ),
  sessionDuration: option(duration(60_000, 8_760 * 3_600_000), 86_400_000, 'Lifetime of a browser session.'),
} satisfies OptionGroup;

/** Options of single sign-on by OpenID Connect. */
export const OIDC_OPTIONS = {
  issuer: option(
    webAddress('https://login.example.com'),
    '',
    'Issuer URL of the OpenID Connect provider, or its discovery document. Empty: no single sign-on.',
    ['AUTH_OIDC_DISCOVERY_URI'],
  ),
  clientId: option(anyText, '', 'Client ID of this server at the provider.', ['AUTH_OIDC_CLIENT_ID']),
  clientSecret: option(
    anyText,
    '',
    'Client secret of this server at the provider; prefer the environment variable to the flag.',
    ['AUTH_OIDC_CLIENT_SECRET'],
  ),
  scope: option(text, 'openid profile email', 'Scopes to request from the provider.', ['AUTH_OIDC_SCOPE']),
  userNameClaim: option(
    text,
    'email',
    'Claim with the user name; users must not be able to choose its value.',
    ['AUTH_OIDC_USER_NAME_CLAIM'],
  ),
  userNamePattern: option(
    pattern,
    '(.*)',
    'Regular expression whose first group extracts the user name from the claim.',
    ['AUTH_OIDC_USER_NAME_CLAIM_REGEX'],
  ),
  createUsers: option(flag, true, 'Create unknown users when they log in through the provider.', [
    'AUTH_OIDC_JIT_PROVISIONING_ENABLED',
  ]),
  extractGroups: option(
    flag,
    false,
    'At login, replace the groups set by earlier logins by those that the provider sends, and create missing groups.',
    ['AUTH_OIDC_EXTRACT_GROUPS_ENABLED'],
  ),
  groupsClaim: option(text, 'groups', 'Claim with the group names.', ['AUTH_OIDC_GROUPS_CLAIM']),
} satisfies OptionGroup;
