import { appendFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
