import { toolBar, toolHead } from '../../http/pages/tool-page.ts';
import { IS_SIGNED_IN, TOKEN_STORAGE_KEY } from '../../http/pages/page-scripts.ts';

/** The page of the API browser. */
export const SWAGGER_PAGE = `<!doctype html>
<html lang="en">
<head>
${toolHead('..')}
<title>API browser · Colophon</title>
<link rel="stylesheet" href="swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="../assets/tools.css">
<link rel="stylesheet" href="swagger-ui/start.css">
<script src="swagger-ui/swagger-ui-bundle.js" defer></script>
<script src="swagger-ui/start.js" defer></script>
</head>
<body>
${toolBar('..', 'API browser')}
<form id="chooser" hidden><label>Entity type <select id="part"></select></label>
<a id="whole" href="v3/api-docs">Complete OpenAPI document (JSON)</a></form>
<p id="sign-in" class="tool-notice" hidden><a href="../login?redirect_uri=/openapi/swagger-ui">Sign in</a> to browse the API.</p>
<div id="swagger-ui"></div>
</body>
</html>
`;

/** Typefaces and colours of the web interface for Swagger UI, and the choice of an entity type above it. */
export const SWAGGER_STYLE = `.swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, a, label, input, select, button, table, .opblock-tag, .info .title, .opblock .opblock-summary-description, .btn) { font-family: 'Inter Variable', system-ui, sans-serif; }
.swagger-ui :is(code, pre, .opblock-summary-path, .opblock-summary-path__deprecated, .opblock-summary-method, .parameter__name, .prop-type, .model) { font-family: 'JetBrains Mono', ui-monospace, monospace; }
.swagger-ui .info .title { font-family: 'Source Serif 4', ui-serif, Georgia, serif; font-size: 22px; }
.swagger-ui .scheme-container { display: none; }
html.dark-mode { background: var(--ground); }
html.dark-mode .swagger-ui { background: var(--ground); }
#chooser { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
#chooser a { color: var(--accent); }
#chooser label { display: inline-flex; gap: .5rem; align-items: center; color: var(--soft); }
#chooser select { min-height: 2rem; padding: 0 .5rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--edge); border-radius: 6px; }
#chooser[hidden] { display: none; }
`;

/**
 * Script that starts Swagger UI with the selected part of the OpenAPI document. Its requests carry the token of the
 * tab, or else the session cookie. The online validator is off, so that nothing is sent to the internet.
 */
export function swaggerScript(parts: readonly string[]): string {
  return `'use strict';
const token = () => sessionStorage.getItem(${JSON.stringify(TOKEN_STORAGE_KEY)});
const element = (id) => document.getElementById(id);
const parts = ${JSON.stringify(parts)};
const description = (part) => new URL('v3/api-docs' + (part ? '?entity=' + encodeURIComponent(part) : ''), location.href).href;
const authorized = (request) => {
  if (token() !== null) request.headers.Authorization = 'Bearer ' + token();
  return request;
};
const show = (part) => SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: description(part),
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  filter: true,
  validatorUrl: null,
  requestInterceptor: authorized,
});
const openWhole = async (event) => {
  event.preventDefault();
  const answer = await fetch(description(''), authorized({ headers: {} }));
  location.href = URL.createObjectURL(await answer.blob());
};
if (!${IS_SIGNED_IN}) {
  element('sign-in').hidden = false;
} else {
  const chosen = decodeURIComponent(location.hash.slice(1));
  const select = element('part');
  select.append(...parts.map((part) => new Option(part, part, false, part === chosen)));
  // Reloads for another part, because two Swagger UI instances on one element overwrite each other.
  select.addEventListener('change', () => {
    history.replaceState(null, '', '#' + encodeURIComponent(select.value));
    location.reload();
  });
  element('whole').addEventListener('click', openWhole);
  element('chooser').hidden = false;
  show(select.value);
}
`;
}
