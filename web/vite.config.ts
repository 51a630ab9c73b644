import { defineConfig, type Plugin } from 'vite';

/** Server that the development server passes requests of the API on to: `npm run web`. */
const SERVER = process.env['COLOPHON_URL'] ?? 'http://127.0.0.1:8080';

/**
 * Leaves out React Aria's texts in other languages than that of the pages. Its dictionaries pass over languages without
 * texts, and answer in English.
 */
const englishOnly: Plugin = {
  name: 'english-only',
  enforce: 'pre',
  load: (id) =>
    /\/react-(?:aria|stately).*\/intl\/.*(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id)
      ? 'export default undefined;'
      : undefined,
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [englishOnly],
  // Relative, so that the built page works below any path; the server completes the addresses in it.
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: 'assets/web',
    // The content security policy allows no data in style sheets and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The frame and the search are one file: a browser would take longer to ask for thirty than to read them. What
          // asks for the first page's data is another one, which runs before that is read.
          groups: [
            { name: 'start', test: /\/web\/src\/start\.ts$/, priority: 1 },
            { name: 'first-page', test: /\/web\/src\/main\.tsx$/ },
          ],
        },
      },
      // React's libraries mark their modules for frameworks that render on a server.
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
