import { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

// Builds the web interface into `web/dist/`, each file beside its compressed forms, so that the server compresses nothing.
const WEB = join(import.meta.dirname, '../web');
// Overrides NODE_ENV: development builds would embed the paths of JSX sources.
process.env['NODE_ENV'] = 'production';
await build({ configFile: join(WEB, 'vite.config.ts'), mode: 'production', logLevel: 'warn' });
const assets = join(WEB, 'dist/assets/web');
for (const name of readdirSync(assets)) {
  if (name.endsWith('.woff2')) continue; // Compressed already.
  const content = readFileSync(join(assets, name));
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
}

/** Packages whose files are copied as they are: fonts and the marks of platforms. */
const COPIED = [
  ['@fontsource-variable/inter', 'LICENSE'],
  ['@fontsource/source-serif-4', 'LICENSE'],
  ['@fontsource/jetbrains-mono', 'LICENSE'],
  ['simple-icons', 'LICENSE.md'],
] as const;
for (const [name, file] of COPIED) {
  const text = readFileSync(join(WEB, '../node_modules', name, file), 'utf8');
  appendFileSync(join(WEB, 'dist/licenses.md'), `\n## ${name}\n\n${text}`);
}

/** Files of packages that the GraphQL and the API explorer load, by package; kept compressed only, as they are large and seldom read. */
const EXPLORERS = {
  graphiql: ['graphiql.min.js', 'graphiql.min.css'],
  react: ['umd/react.production.min.js'],
  'react-dom': ['umd/react-dom.production.min.js'],
  'swagger-ui-dist': ['swagger-ui-bundle.js', 'swagger-ui.css'],
} as const;
const explorers = join(WEB, 'dist/explorers');
mkdirSync(explorers);
for (const [name, files] of Object.entries(EXPLORERS)) {
  const folder = join(WEB, '../node_modules', name);
  for (const file of files)
    writeFileSync(
      join(explorers, `${basename(file)}.br`),
      brotliCompressSync(readFileSync(join(folder, file))),
    );
  appendFileSync(
    join(WEB, 'dist/licenses.md'),
    `\n## ${name}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8')}`,
  );
}
