/**
 * Where pages keep the token: it lives as long as the browser tab. GraphiQL and the API browser read it from the
 * same place.
 */
export const TOKEN_STORAGE_KEY = 'colophon.token';

const KEY = JSON.stringify(TOKEN_STORAGE_KEY);

/**
 * Exchanges the code of the login link by POST: a GET alone, such as a preview of the link makes, uses nothing up.
 * The code leaves the address bar and the history at once.
 */
export const LOGIN_SCRIPT = `'use strict';
const show = (id, text) => {
  const element = document.getElementById(id);
  element.textContent = text;
  element.hidden = text === '';
};
const fail = (text) => {
  show('status', '');
  show('problem', text);
};
const signIn = async () => {
  const code = new URLSearchParams(location.search).get('token');
  history.replaceState(null, '', location.pathname);
  if (!code) return fail('This address has no login code. Open the whole link that the server printed.');
  const response = await fetch('login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer = await response.json();
  if (!response.ok) return fail(answer.message);
  sessionStorage.setItem(${KEY}, answer.token);
  location.replace('./');
};
signIn().catch(() => fail('The server did not answer. Check that it is running and open the link again.'));
`;

/** Shows whether the tab is signed in; a pasted token is tried out before it is kept. */
export const START_SCRIPT = `'use strict';
const element = (id) => document.getElementById(id);
const render = () => {
  const signedIn = sessionStorage.getItem(${KEY}) !== null;
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
element('sign-out').addEventListener('click', () => {
  sessionStorage.removeItem(${KEY});
  render();
});
render();
`;
