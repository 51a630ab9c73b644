import { escapeHtml } from './escape-html.ts';
import { PAGE_STYLE } from './page-style.ts';

/** A page that says what the server does before it can start. Contains all that it shows, because nothing else is served then. */
export function upgradePage(sentence: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Colophon is being upgraded</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main class="dialog">
<h1>Colophon is being upgraded</h1>
<section><p role="status">${escapeHtml(sentence)}</p>
<p>This page reloads until the catalog opens.</p></section>
</main>
</body>
</html>
`;
}
