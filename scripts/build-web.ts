import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
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
  const content = readFileSync(join(assets, name));
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
}
