// Sizes of the web interface, from the manifest of its build: what a browser loads for the first page.
const { readFileSync } = require('node:fs');

const manifest = JSON.parse(readFileSync('web/dist/manifest.json', 'utf8'));

/** Scripts and style sheets of an entry, with those of all that it imports. */
function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { css = [], file, imports = [] } = manifest[key];
  return [file, ...css, ...imports.flatMap((imported) => filesOf(imported, seen))];
}

const firstPage = ['index.html', 'src/pages/search-page.tsx'].flatMap((key) => filesOf(key));

module.exports = [
  {
    name: 'first page: the frame and the search',
    path: [...new Set(firstPage)].map((file) => `web/dist/${file}`),
    limit: '200 kB',
    gzip: true,
  },
];
