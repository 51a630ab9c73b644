/**
 * Script of the pages of other projects' tools: they look as chosen under *Appearance* in the web interface, in every tab at
 * once. The class is the one that Swagger UI reads.
 */
export const APPEARANCE_SCRIPT = `'use strict';
{
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const stored = localStorage.getItem('colophon.appearance');
    const chosen = stored === 'light' || stored === 'dark' ? stored : 'system';
    const { classList, dataset } = document.documentElement;
    dataset.appearance = chosen;
    classList.toggle('dark-mode', chosen === 'system' ? system.matches : chosen === 'dark');
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
}
`;

/** Style sheet of these pages: colours, and the bar above the tool. */
export const TOOL_STYLE = `:root {
  color-scheme: light;
  --ground: #fbfaf8; --paper: #fff; --ink: #22201d; --soft: #625c54; --line: #e2ddd5; --edge: #8d867c; --accent: #8a3b12; --accent-soft: #f6e7dc;
}
:root.dark-mode {
  color-scheme: dark;
  --ground: #191714; --paper: #221f1b; --ink: #ece7df; --soft: #aca498; --line: #39342d; --edge: #847c70; --accent: #e09a6c; --accent-soft: #3a2a1f;
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/1.43 'Inter Variable', system-ui, sans-serif; }
.tool-bar { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; min-height: 3.25rem; padding: 0 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.tool-bar a { color: var(--soft); font-weight: 500; text-decoration: none; }
.tool-bar a:hover, .tool-bar [aria-current] { color: var(--ink); }
.tool-bar .home { display: inline-flex; gap: .5rem; align-items: center; margin-right: .25rem; color: var(--ink); font: 600 17px/1 'Source Serif 4', ui-serif, Georgia, serif; }
.tool-bar a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.tool-notice { margin: 0; padding: .75rem 1.5rem; background: var(--accent-soft); border-bottom: 1px solid var(--line); }
.tool-notice a { color: var(--accent); font-weight: 600; }
.tool-notice[hidden] { display: none; }
`;

const TOOLS = [
  { path: 'api/graphiql', name: 'GraphiQL' },
  { path: 'openapi/swagger-ui', name: 'API browser' },
] as const;

/** Lines of the head of a tool's page. `root`: relative path to the root of the server. */
export function toolHead(root: string): string {
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${root}/assets/colophon.svg" type="image/svg+xml">
<script src="${root}/assets/appearance.js"></script>
<link rel="stylesheet" href="${root}/assets/typefaces.css">`;
}

/** The bar above a tool: back to the web interface, and to the other tools. */
export function toolBar(root: string, current: (typeof TOOLS)[number]['name']): string {
  const links = TOOLS.map(
    ({ path, name }) =>
      `<a href="${root}/${path}"${name === current ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<nav class="tool-bar" aria-label="Colophon">
<a class="home" href="${root}/"><img src="${root}/assets/colophon.svg" alt="" width="26" height="26">Colophon</a>
${links.join('\n')}
</nav>`;
}
