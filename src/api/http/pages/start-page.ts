import { pageHtml } from './page.ts';

/** The page at `/`: shows whether the browser is signed in, and links to all other pages. */
export const START_PAGE = pageHtml({
  isWide: true,
  title: 'Colophon',
  script: 'assets/start.js',
  main: `<p class="lead">A metadata catalog with typed structured properties.</p>
<nav>
<a class="card" href="api/graphiql"><strong>GraphiQL</strong><span>Run queries and mutations against the catalog</span></a>
<a class="card" href="openapi/swagger-ui"><strong>API browser</strong><span>Every REST path, described and ready to try</span></a>
</nav>
<section id="session" aria-live="polite">
<p id="signed-in" hidden>You are signed in. <button type="button" id="sign-out">Sign out</button></p>
<p id="sign-in" hidden>You are not signed in. <a href="login">Sign in</a></p>
<p id="problem" class="problem" role="alert" hidden></p>
</section>
<footer>
<a href="health/ready">Health</a>
<span>Command line: <code>colophon --help</code></span>
</footer>`,
});
