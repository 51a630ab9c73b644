import { pageHtml } from './page.ts';

/** The page behind the login link that the server prints; its script exchanges the code in the link for a token. */
export const LOGIN_PAGE = pageHtml({
  title: 'Sign in to Colophon',
  script: 'assets/login.js',
  main: `<section aria-live="polite">
<p id="status">Signing in…</p>
<p id="problem" class="problem" role="alert" hidden></p>
<p><a href="./">Go to the start page</a></p>
</section>
<noscript><p class="problem">Signing in needs JavaScript.</p></noscript>`,
});
