/**
 * Session storage key of a token that was pasted; lives as long as the browser tab. GraphiQL
 * and the API browser read the same key; without a token the session cookie is used.
 */
export const TOKEN_STORAGE_KEY = 'colophon.token';

const KEY = JSON.stringify(TOKEN_STORAGE_KEY);

/** JavaScript expression for pages: true when the tab has a token or the browser has a session. */
export const IS_SIGNED_IN = `(sessionStorage.getItem(${KEY}) !== null || /(?:^|; )actor=./.test(document.cookie))`;

/** JavaScript for pages: posts an object as JSON and returns the response; throws the server's message. */
const POST_JSON = `const show = (id, text) => {
  const element = document.getElementById(id);
  element.textContent = text;
  element.hidden = text === '';
};
const post = async (path, body) => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The server did not respond. Check that it is running and try again.');
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
};
const parameters = new URLSearchParams(location.search);
// Removes codes from the address bar and the history.
const kept = parameters.get('redirect_uri');
history.replaceState(null, '', location.pathname + (kept === null ? '' : '?redirect_uri=' + encodeURIComponent(kept)));
`;

/**
 * Exchanges the code of the login link by POST, so that a GET, such as a link preview, does not consume the code.
 * Without a code it signs in with user name and password, then redirects to the requested local path.
 */
export const LOGIN_SCRIPT = `'use strict';
${POST_JSON}
const fail = (error) => {
  show('status', '');
  show('problem', error.message);
};
const wanted = parameters.get('redirect_uri') ?? '';
const target = /^\\/(?![/\\\\])/.test(wanted) ? '.' + wanted : './';
const enter = () => location.replace(target);
const redeem = async (code) => {
  show('status', 'Signing in…');
  await post('login', { code });
  sessionStorage.removeItem(${KEY});
  enter();
};
document.getElementById('token-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = document.getElementById('token');
  const token = field.value.trim();
  show('problem', '');
  const response = await fetch('config', { headers: { Authorization: 'Bearer ' + token } }).catch(() => undefined);
  if (response === undefined) return fail(new Error('The token cannot be used.'));
  if (!response.ok) return fail(new Error((await response.json()).message));
  sessionStorage.setItem(${KEY}, token);
  field.value = '';
  enter();
});
const form = document.getElementById('credentials');
if (form !== null) form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { username, password } = Object.fromEntries(new FormData(form));
  show('problem', '');
  sessionStorage.removeItem(${KEY});
  post('logIn', { username, password }).then(enter).catch(fail);
});
const sso = document.getElementById('sso');
if (sso !== null && wanted !== '') sso.href = 'sso?redirect_uri=' + encodeURIComponent(wanted);
// The login link may have been opened in another tab.
addEventListener('focus', () => {
  if (${IS_SIGNED_IN}) enter();
});
const code = parameters.get('token');
if (code !== null) redeem(code).catch(fail);
`;

/** Creates a user with the invite token in the page's address. */
export const SIGN_UP_SCRIPT = `'use strict';
${POST_JSON}
const inviteToken = parameters.get('invite_token') ?? '';
document.getElementById('sign-up').addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  post('signUp', { ...fields, inviteToken })
    .then(() => location.replace('./'))
    .catch((error) => show('problem', error.message));
});
`;

/** Sets a new password with the reset token in the page's address. */
export const RESET_SCRIPT = `'use strict';
${POST_JSON}
const resetToken = parameters.get('reset_token') ?? '';
document.getElementById('reset').addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  post('resetNativeUserCredentials', { ...fields, resetToken })
    .then(() => location.replace('./'))
    .catch((error) => show('problem', error.message));
});
`;

/** Shows whether the browser is signed in. */
export const START_SCRIPT = `'use strict';
const element = (id) => document.getElementById(id);
const render = () => {
  const signedIn = ${IS_SIGNED_IN};
  element('signed-in').hidden = !signedIn;
  element('sign-in').hidden = signedIn;
};
element('sign-out').addEventListener('click', async () => {
  sessionStorage.removeItem(${KEY});
  await fetch('logOut', { method: 'POST' }).catch(() => {
    element('problem').textContent = 'The server did not respond.';
    element('problem').hidden = false;
  });
  render();
});
render();
`;
