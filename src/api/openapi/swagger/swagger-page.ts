import { IS_SIGNED_IN, TOKEN_STORAGE_KEY } from '../../http/pages/page-scripts.ts';

/** The page of the API browser. */
export const SWAGGER_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Colophon API</title>
<link rel="icon" href="../assets/colophon.svg" type="image/svg+xml">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="../assets/typefaces.css">
<link rel="stylesheet" href="swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="swagger-ui/start.css">
<script src="swagger-ui/swagger-ui-bundle.js" defer></script>
<script src="swagger-ui/start.js" defer></script>
</head>
<body>
<form id="chooser" hidden><a href="../">Colophon</a><label>Entity type <select id="part"></select></label>
<a id="whole" href="v3/api-docs">Complete OpenAPI document (JSON)</a></form>
<p id="sign-in" hidden><a href="../login?redirect_uri=/openapi/swagger-ui">Sign in</a> to browse the API.</p>
<div id="swagger-ui"></div>
</body>
</html>
`;

/** Style of the page outside Swagger UI. */
export const SWAGGER_STYLE = `body { margin: 0; background: #fbfaf8; }
.swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, a, label, input, select, button, table, .opblock-tag, .info .title, .opblock .opblock-summary-description, .btn) { font-family: 'Inter Variable', system-ui, sans-serif; }
.swagger-ui :is(code, pre, .opblock-summary-path, .opblock-summary-path__deprecated, .opblock-summary-method, .parameter__name, .prop-type, .model) { font-family: 'JetBrains Mono', ui-monospace, monospace; }
@media (prefers-color-scheme: dark) {
  /* Swagger UI has no dark colours: its own are turned around, with their hues kept. */
  body { background: #191714; }
  #swagger-ui { filter: invert(.9) hue-rotate(180deg); }
  #swagger-ui :is(.microlight, .highlight-code, img) { filter: invert(1) hue-rotate(180deg); }
}
#chooser, #sign-in { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; margin: 0; padding: .8rem 1.3rem; background: #22201d; color: #fbfaf8; font: 14px/1.5 'Inter Variable', system-ui, sans-serif; }
#chooser a, #sign-in a { color: #e8a87c; }
#chooser select { font: inherit; }
#chooser[hidden], #sign-in[hidden] { display: none; }
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
