/** A page of the server. Addresses are relative, so that it works under any base path. */
export interface Page {
  readonly title: string;
  /** Trusted HTML of the page's main part; must not contain external input unescaped. */
  readonly main: string;
  /** Address of the page's script, if any. */
  readonly script?: string;
  /** Relative path from the page to the folder of the start page: `../` per level. */
  readonly base?: string;
  /** Uses the width of the window; otherwise the page is a card in its middle. */
  readonly isWide?: boolean;
}

/** Renders the HTML document of a page. */
export function pageHtml(page: Page): string {
  const { base = '', isWide = false, main, script, title } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${base}assets/colophon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}assets/typefaces.css">
<link rel="stylesheet" href="${base}assets/colophon.css">
${script === undefined ? '' : `<script src="${base}${script}" defer></script>\n`}</head>
<body>
<main class="${isWide ? 'wide' : 'dialog'}">
<header><img src="${base}assets/colophon.svg" alt="" width="32" height="32"><h1>Colophon</h1></header>
${main}
</main>
</body>
</html>
`;
}
