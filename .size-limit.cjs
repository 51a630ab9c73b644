// Sizes of the web interface, from its build: what a browser loads for the first page, for each further one, and when a
// part of a page is opened.
const { readFileSync } = require('node:fs');

const manifest = JSON.parse(readFileSync('web/dist/manifest.json', 'utf8'));
const page = readFileSync('web/dist/index.html', 'utf8');

/** Scripts and style sheets of an entry of the manifest, with those of all that it imports. */
function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { css = [], file, imports = [] } = manifest[key];
  return [file, ...css, ...imports.flatMap((imported) => filesOf(imported, seen))];
}

/** Greatest sizes of parts that may be larger than others: the editor of YAML is a library. */
const LARGE = { 'src/components/code/code-editor.tsx': '105 kB' };

/** Parts that are opened in a page whose files are there already: counted without these. */
const PAGES_OF_PARTS = {
  'src/features/asset/quality/quality-tab.tsx': 'src/pages/assets/entity-page.tsx',
  'src/features/asset/queries/queries-tab.tsx': 'src/pages/assets/entity-page.tsx',
  'src/features/columns/edits/propose-dialog.tsx': 'src/features/columns/columns-tab.tsx',
  'src/features/properties/editor/rules-fields.tsx': 'src/pages/properties/property-editor-page.tsx',
  'src/features/properties/page/violations.tsx': 'src/pages/properties/property-page.tsx',
};

const first = new Set(
  Object.keys(manifest)
    .filter((key) => page.includes(`"./${manifest[key].file}"`))
    .flatMap((key) => filesOf(key)),
);
/** Controls on their first use, and dialogs: loaded once the first page is shown, before other pages. */
const controls = new Set(
  Object.keys(manifest)
    .filter((key) => manifest[key].name === 'controls')
    .flatMap((key) => filesOf(key))
    .filter((file) => !first.has(file)),
);
/** Fonts that the page asks for with its first script. */
function fontsOf(html) {
  return [...html.matchAll(/href="\.\/([^"]+\.woff2)"/g)].map(([, file]) => file);
}

function filesOfPage(part) {
  const page = PAGES_OF_PARTS[part];
  return page === undefined ? [] : filesOf(page);
}

const loadedLater = Object.keys(manifest).filter(
  (key) => manifest[key].isDynamicEntry && !controls.has(manifest[key].file),
);

const isFont = (file) => file.endsWith('.woff2');

module.exports = [
  {
    name: 'first page: the frame and the search',
    files: [...first].filter((file) => !isFont(file)),
    limit: '160 kB',
  },
  { name: 'controls, after the first page', files: [...controls], limit: '50 kB' },
  { name: 'fonts of every page', files: fontsOf(page), limit: '75 kB' },
  ...loadedLater.map((key) => ({
    name: key,
    files: [...new Set(filesOf(key))].filter(
      (file) => !first.has(file) && !controls.has(file) && !filesOfPage(key).includes(file),
    ),
    limit: LARGE[key] ?? '40 kB',
  })),
].map(({ files, ...check }) => ({
  ...check,
  path: files.map((file) => `web/dist/${file}`),
  gzip: true,
}));
