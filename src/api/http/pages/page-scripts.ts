/**
 * Session storage key of a token that was pasted or came from a login link; lives as long as the browser tab. GraphiQL
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
history.replaceState(null, '', location.pathname);
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
const redeem = async (code) => {
  show('status', 'Signing in…');
  const { token } = await post('login', { code });
  sessionStorage.setItem(${KEY}, token);
  location.replace('./');
};
const form = document.getElementById('credentials');
if (form !== null) form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { username, password } = Object.fromEntries(new FormData(form));
  show('problem', '');
  post('logIn', { username, password }).then(() => location.replace(target)).catch(fail);
});
const sso = document.getElementById('sso');
if (sso !== null && wanted !== '') sso.href = 'sso?redirect_uri=' + encodeURIComponent(wanted);
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

/** Shows whether the browser is signed in. Checks a pasted token before it is stored. */
export const START_SCRIPT = `'use strict';
const element = (id) => document.getElementById(id);
const render = () => {
  const signedIn = ${IS_SIGNED_IN};
  element('signed-in').hidden = !signedIn;
  element('sign-in').hidden = signedIn;
};
const complain = (text) => {
  element('problem').textContent = text;
  element('problem').hidden = text === '';
};
const signIn = async (token) => {
  const response = await fetch('config', { headers: { Authorization: 'Bearer ' + token } });
  if (!response.ok) return complain((await response.json()).message);
  sessionStorage.setItem(${KEY}, token);
  element('token').value = '';
  complain('');
  render();
};
element('sign-in').addEventListener('submit', (event) => {
  event.preventDefault();
  signIn(element('token').value.trim()).catch(() => complain('The token cannot be used.'));
});
element('sign-out').addEventListener('click', async () => {
  sessionStorage.removeItem(${KEY});
  await fetch('logOut', { method: 'POST' }).catch(() => complain('The server did not respond.'));
  render();
});
render();
`;
