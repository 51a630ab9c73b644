/** What a page of the server consists of; addresses are relative, so that it works under any base path. */
export interface Page {
  readonly title: string;
  /** HTML of the page's main part; written here, never taken from outside. */
  readonly main: string;
  /** Address of the page's script; absent: it has none. */
  readonly script?: string;
  /** Leads from the page to the folder of the start page: `../` for each folder between. */
  readonly base?: string;
}

/** The whole HTML document of a page. */
export function pageHtml(page: Page): string {
  const { base = '', main, script, title } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${base}assets/colophon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}assets/colophon.css">
${script === undefined ? '' : `<script src="${base}${script}" defer></script>\n`}</head>
<body>
<main>
<header><img src="${base}assets/colophon.svg" alt="" width="40" height="40"><h1>Colophon</h1></header>
${main}
</main>
</body>
</html>
`;
}
