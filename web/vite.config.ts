import { defineConfig, type Plugin } from 'vite';

/** Server to which the development server (`npm run web`) proxies API requests. */
const SERVER = process.env['COLOPHON_URL'] ?? 'http://127.0.0.1:8080';

/** What React Aria takes for the language of the browser. */
const ENGLISH = `
  const english = { locale: 'en-US', direction: 'ltr' };
  export const getDefaultLocale = () => english;
  export const useDefaultLocale = getDefaultLocale;
`;

/**
 * Omits React Aria's translations. Its dictionaries skip languages without texts, and fall back to English. It also has
 * to take English for the language of the browser: otherwise it loads the browser's language data at once, and reverses the
 * arrow keys in browsers set to Arabic, although the pages run from left to right.
 */
const englishOnly: Plugin = {
  name: 'english-only',
  enforce: 'pre',
  load: (id) => {
    if (/\/react-(?:aria|stately).*\/intl\/.*(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id))
      return 'export default undefined;';
    return id.endsWith('/i18n/useDefaultLocale.mjs') ? ENGLISH : undefined;
  },
};

/** Names of the fonts that every page shows at once: text and titles. Vite adds a hash to them. */
const FIRST_FONTS = /\/(?:inter-latin-wght-normal|source-serif-4-latin-600-normal)-[^/]+\.woff2$/;

/** Asks for the first fonts together with the first script, not after the style sheet. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.keys(bundle)
      .filter((file) => FIRST_FONTS.test(file))
      .map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${file}`, crossorigin: '' },
        injectTo: 'head-prepend',
      })),
};

/** Modules that most pages use. */
const OF_MOST_PAGES =
  /\/web\/src\/(?:components\/(?:data\/table|fields\/chosen-list|lists\/many-items|controls\/many-chips|overlays\/(?:(?:confirm|form)-dialog|tabs)|text\/(?:ago|long-text))|shared\/(?:values\/(?:value-(?:field|text)|entity-picker|allowed-value|use-allowed)[a-z-]*|entities\/(?:entity-link|undo-deletion)|deletions\/[a-z-]+|rights\/(?:property-rights|read-only-note)))\.tsx?$/;

/** Modules that the home page shares with other pages. Each would be a file of less than 2 kB. */
const SMALL_OF_HOME =
  /\/(?:coverage-text|dashboard|form-tasks|gap-address|operations-data|prometheus-text|task-text|use-coverage|use-coverage-over-time)\.(?:css|tsx?)$/;
/** Such modules that the page of an asset and that of its columns share. */
const SMALL =
  /\/(?:aspect-versions|assignments|changed-error|column-overview|conditional-write|conflict|description|edit-button|editable-section|folded|hint|in-place|inline|label-edits|labels|long-text|property-values|safe-link|save-problem|section|stored-description|undo-deletion|use-column|use-edit|value-rows)\.(?:css|tsx?)$/;
/** Such modules that other pages share with that of an asset. */
const SMALL_OF_PAGES =
  /\/(?:breadcrumbs|denied|dotted-link|filter-address|kinds|list-search|missing|open-proposals|overview\/owners|owners-field|ownership-name|searched-list|value-editor)\.(?:css|tsx?)$/;
/** Such modules that most pages share, without those of the first page. */
const SMALL_OF_MOST_PAGES = /\/(?:edit-report|entity-facts|rule-facts)\.ts$/;
/** What explains why somebody may do something. */
const OF_ACCESS = /\/(?:privilege-catalog|reason-words|use-reason-words)\.ts$/;
/** What the number of proposals in the navigation shares with the pages of assets and of proposals. */
const OF_PROPOSALS = /\/(?:shared\/proposals\/proposals|components\/use-is-page-shown)\.ts$/;
export default defineConfig({
  root: import.meta.dirname,
  plugins: [englishOnly, preloadFonts],
  // Relative, so that the built page works at any base path; the server completes its URLs.
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // Of the packages whose code is in the scripts; `scripts/build-web.ts` makes `licenses.md` of them, with those of other files.
    license: { fileName: 'licenses.json' },
    assetsDir: 'assets/web',
    // The content security policy forbids data URLs in style sheets and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The shell and the search page are one file, because thirty requests would take longer. The code that requests
          // the first page's data is a separate file, which runs earlier.
          groups: [
            { name: 'start', test: /\/web\/src\/start\.ts$/, priority: 1 },
            { name: 'first-page', test: new RegExp(`/web/src/main\\.tsx$|${OF_MOST_PAGES.source}`) },
            // All on first use, because they share most of their code.
            { name: 'controls', test: /\/(?:choice-in-use|menu-in-use|modal)\.tsx$/ },
            // Fewer files for the home page and the page of an asset.
            ...[
              { name: 'small-of-home', test: SMALL_OF_HOME },
              { name: 'small', test: SMALL },
              { name: 'small-of-pages', test: SMALL_OF_PAGES },
              { name: 'small-of-most-pages', test: SMALL_OF_MOST_PAGES },
              { name: 'access', test: OF_ACCESS },
              { name: 'proposals', test: OF_PROPOSALS },
            ].map((group) => ({ ...group, minShareCount: 2, includeDependenciesRecursively: false })),
          ],
        },
      },
      // React libraries have directives for server rendering, which do not apply here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/openapi',
        '/config',
        '/login',
        '/logIn',
        '/logOut',
        '/signup',
        '/reset',
        '/assets/colophon',
      ].map((path) => [path, SERVER]),
    ),
  },
});
