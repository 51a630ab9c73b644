import { isLoopback, type OAuthScope } from '../../../model/access/oauth.ts';
import { escapeHtml } from '../../http/pages/escape-html.ts';
import { pageHtml } from '../../http/pages/page.ts';
import { withVisible } from '../shaping/visible-text.ts';
import type { Asker } from './authorize-request.ts';

/** What the consent page shows. */
export interface Consent {
  readonly asker: Asker;
  /** Scopes that the client may get. */
  readonly scopes: readonly OAuthScope[];
  /** Who is asked. */
  readonly person: string;
  /** Proves that the form comes from this page and this person. */
  readonly proof: string;
  /** What was wrong with the choices. */
  readonly problem?: string | undefined;
}

const SCOPE_TEXTS: Readonly<Record<OAuthScope, string>> = {
  read: 'Read what you may see',
  write: 'Change metadata that you may change. Each change shows a plan first, and can be undone.',
  define: 'All of that, and define and delete structured properties',
};

/** Lifetimes, in days. */
export const LIFETIMES: readonly (readonly [days: number, label: string])[] = [
  [1, 'One day'],
  [7, 'One week'],
  [30, 'One month'],
  [90, 'Three months'],
  [365, 'One year'],
];

/** The page on which a person gives a client access, or does not. */
export function consentPage({ asker, person, problem, proof, scopes }: Consent): string {
  const { client, redirect } = asker;
  const target = new URL(redirect);
  const name = shown(client.name);
  const isDocument = client.id.startsWith('https://');
  return pageHtml({
    title: 'Give access',
    base: '../',
    main: `<h2>Give ${name} access?</h2>
<p>${isDocument ? `It is described at ${shown(new URL(client.id).host)}.` : 'It is configured on this server.'}
You continue at <strong>${shown(target.host)}</strong>, signed in here as ${shown(person)}.</p>
${isLoopback(target) ? LOOPBACK_WARNING : ''}
${problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
<input type="hidden" name="proof" value="${proof}">
<fieldset><legend>It may</legend>
${scopes.map(scopeField).join('\n')}
</fieldset>
<p><label for="lifetime">For</label><select id="lifetime" name="lifetime">
${LIFETIMES.map(([days, label]) => `<option value="${days}"${days === 30 ? ' selected' : ''}>${label}</option>`).join('')}
</select></p>
<details><summary>Only some of your data</summary>
<p><label for="types">Entity types, such as dataset, separated by commas</label><input id="types" name="types" autocomplete="off" spellcheck="false"></p>
<p><label for="properties">Structured properties by urn, separated by commas</label><input id="properties" name="properties" autocomplete="off" spellcheck="false"></p>
</details>
<p class="row"><button class="plain" name="answer" value="deny">Cancel</button> <button name="answer" value="allow">Give access</button></p>
</form>
<p>You can end it at any time on the page <em>Access tokens</em>.</p>`,
  });
}

const LOOPBACK_WARNING = `<p class="problem">The code is sent to a program on your own computer. Continue only if you have just started this
from a program there: others could use the same name.</p>`;

function scopeField(scope: OAuthScope): string {
  const isRead = scope === 'read';
  return `<label class="check"><input type="checkbox" name="${scope}" value="on"${isRead ? ' checked disabled' : ''}> <span>${SCOPE_TEXTS[scope]}</span></label>`;
}

/** A text of the client or of a person: escaped, short, with visible invisible characters. */
function shown(text: string): string {
  return escapeHtml(withVisible(text.slice(0, 80)));
}
