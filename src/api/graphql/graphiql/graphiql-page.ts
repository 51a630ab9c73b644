import { toolBar, toolHead } from '../../http/pages/tool-page.ts';
import { IS_SIGNED_IN, TOKEN_STORAGE_KEY } from '../../http/pages/page-scripts.ts';

/** The GraphiQL page. URLs are relative to `/api/graphiql`, so that it works under any base path. */
export const GRAPHIQL_PAGE = `<!doctype html>
<html lang="en">
<head>
${toolHead('..')}
<title>GraphiQL · Colophon</title>
<link rel="stylesheet" href="graphiql/graphiql.min.css">
<link rel="stylesheet" href="../assets/tools.css">
<link rel="stylesheet" href="graphiql/page.css">
<script src="graphiql/react.production.min.js" defer></script>
<script src="graphiql/react-dom.production.min.js" defer></script>
<script src="graphiql/graphiql.min.js" defer></script>
<script src="graphiql/start.js" defer></script>
</head>
<body>
${toolBar('..', 'GraphiQL')}
<p id="sign-in" class="tool-notice" role="alert" hidden>You are not signed in. <a href="../login?redirect_uri=/api/graphiql">Sign in</a>, or open the
login link that the server printed when it started; then come back to this page.</p>
<div id="graphiql"><p id="loading">Loading GraphiQL…</p></div>
<noscript><p>GraphiQL needs JavaScript.</p></noscript>
</body>
</html>
`;

/** GraphiQL fills the window below the bar, in the colours of the web interface: hue, saturation and lightness. */
export const GRAPHIQL_STYLE = `html, body { height: 100%; }
body { display: flex; flex-direction: column; }
body .graphiql-container, body .CodeMirror-info, body .CodeMirror-lint-tooltip, body reach-portal, body .graphiql-dialog {
  --font-family: 'Inter Variable', system-ui, sans-serif; --font-family-mono: 'JetBrains Mono', ui-monospace, monospace;
  --color-base: 0, 0%, 100%; --color-neutral: 36, 8%, 14%; --color-primary: 20, 77%, 31%; --color-secondary: 145, 58%, 26%; --color-tertiary: 20, 77%, 31%;
}
.dark-mode body .graphiql-container, .dark-mode body .CodeMirror-info, .dark-mode body .CodeMirror-lint-tooltip, .dark-mode body reach-portal, .dark-mode body .graphiql-dialog {
  --color-base: 34, 11%, 12%; --color-neutral: 37, 26%, 90%; --color-primary: 24, 65%, 65%; --color-secondary: 141, 46%, 65%; --color-tertiary: 24, 65%, 65%;
}
#graphiql { flex: 1; min-height: 0; }
#loading { padding: 2rem; color: var(--soft); }
`;

const EXAMPLE = `# Welcome to Colophon. Press the arrow button or Ctrl-Enter to run a query.
# Ctrl-Space completes names. The book icon on the left opens the schema documentation.

{
  me {
    corpUser {
      urn
    }
  }
  searchAcrossEntities(input: { query: "*", count: 10 }) {
    total
    searchResults {
      entity {
        urn
        type
      }
    }
  }
}
`;

/** Starts GraphiQL. Uses the access token in the tab's session storage if there is one, else the session cookie. */
export const GRAPHIQL_SCRIPT = `'use strict';
const token = () => sessionStorage.getItem(${JSON.stringify(TOKEN_STORAGE_KEY)});
const askToSignIn = (needed) => {
  document.getElementById('sign-in').hidden = !needed;
};
const fetcher = async (request, options) => {
  const held = token();
  const response = await fetch('graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(held ? { Authorization: 'Bearer ' + held } : {}),
      ...(options && options.headers),
    },
    body: JSON.stringify(request),
  });
  askToSignIn(response.status === 401);
  return response.json();
};
askToSignIn(!${IS_SIGNED_IN});
// Shown, but not run: the link may come from an untrusted source.
const address = new URLSearchParams(location.search);
const given = (name) => address.get(name) ?? undefined;
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, { fetcher, query: given('query'), variables: given('variables'), defaultQuery: ${JSON.stringify(EXAMPLE)}, inputValueDeprecation: true, forcedTheme: document.documentElement.dataset.appearance }),
);
`;
