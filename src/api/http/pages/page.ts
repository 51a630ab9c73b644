/** What a page of the server consists of; addresses are relative, so that it works under any base path. */
export interface Page {
  readonly title: string;
  /** HTML of the page's main part; written here, never taken from outside. */
  readonly main: string;
  /** Address of the page's script. */
  readonly script: string;
}

/** The whole HTML document of a page. */
export function pageHtml(page: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="assets/colophon.svg" type="image/svg+xml">
<link rel="stylesheet" href="assets/colophon.css">
<script src="${page.script}" defer></script>
</head>
<body>
<main>
<header><img src="assets/colophon.svg" alt="" width="40" height="40"><h1>Colophon</h1></header>
${page.main}
</main>
</body>
</html>
`;
}
