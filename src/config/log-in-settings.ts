import type { Config } from './options.ts';

/** Path of this server that a login service sends people back to; the same as DataHub's. */
const CALLBACK_PATH = 'callback/oidc';

/** What the operator chose about logging in, with what follows from it. */
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
