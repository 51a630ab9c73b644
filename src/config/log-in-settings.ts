import type { Config } from './options.ts';

/** Path to which the OIDC provider redirects after login; the same as DataHub's. */
const CALLBACK_PATH = 'callback/oidc';

/** Login settings from the configuration. `oidc` is undefined without an issuer. */
export function logInSettings({ login, oidc, publicUrl }: Config) {
  return { ...login, oidc: oidc.issuer === '' ? undefined : oidcSettings(oidc, publicUrl) };
}

function oidcSettings(
  { extractGroups, groupsClaim, userNamePattern, ...oidc }: Config['oidc'],
  publicUrl: string,
) {
  return {
    ...oidc,
    userNamePattern: new RegExp(userNamePattern),
    groupsClaim: extractGroups ? groupsClaim : undefined,
    redirectUri: new URL(CALLBACK_PATH, `${publicUrl.replace(/\/$/, '')}/`).href,
  };
}
