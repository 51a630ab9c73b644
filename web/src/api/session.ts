import { BASE_PATH } from './base-path.ts';
import { clearSearches } from './person/recent-searches.ts';
import { clearVisits } from './person/visits.ts';

/** Session storage key of a pasted access token. GraphiQL and the API browser read the same key. */
const TOKEN_KEY = 'colophon.token';

/** The access token pasted in this tab; undefined if the session cookie is used. */
export function pastedToken(): string | undefined {
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

/** Whether this browser has a session or this tab has a token. The server may have ended the session. */
export function isSignedIn(): boolean {
  return pastedToken() !== undefined || /(?:^|; )actor=./.test(document.cookie);
}

/** Opens the sign-in page, which returns to the current address. */
export function goToSignIn(): void {
  sessionStorage.removeItem(TOKEN_KEY);
  const here = location.pathname.slice(BASE_PATH.length) + location.search;
  location.assign(`${BASE_PATH}/login?redirect_uri=${encodeURIComponent(here)}`);
}

/** Ends the session and opens the sign-in page. */
export async function signOut(): Promise<void> {
  sessionStorage.removeItem(TOKEN_KEY);
  clearSearches();
  clearVisits();
  await fetch(`${BASE_PATH}/logOut`, { method: 'POST' });
  location.assign(`${BASE_PATH}/login`);
}
