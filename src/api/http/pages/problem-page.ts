import { escapeHtml } from './escape-html.ts';
import { pageHtml } from './page.ts';

/** A page that shows why a login failed; `base`: relative path to the folder of the start page. */
export function problemPage(message: string, base: string): string {
  return pageHtml({
    title: 'Signing in failed',
    base,
    main: `<section><p class="problem" role="alert">${escapeHtml(message)}</p>
<p><a href="${base}login">Try again</a></p></section>`,
  });
}
