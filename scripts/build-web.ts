import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { build } from 'vite';
import {
  LIST,
  distinct,
  listOf,
  notices,
  packageIn,
  packagesOfBundle,
} from './bundled-packages/bundled-package.ts';

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

/** Files of packages that the GraphQL and the API explorer load, by package; kept compressed only, as they are large and seldom read. */
const EXPLORERS = {
  graphiql: ['graphiql.min.js', 'graphiql.min.css'],
  react: ['umd/react.production.min.js'],
  'react-dom': ['umd/react-dom.production.min.js'],
  'swagger-ui-dist': ['swagger-ui-bundle.js', 'swagger-ui.css'],
} as const;
const modules = join(WEB, '../node_modules');
const explorers = join(WEB, 'dist/explorers');
mkdirSync(explorers);
for (const [name, files] of Object.entries(EXPLORERS)) {
  for (const file of files)
    writeFileSync(
      join(explorers, `${basename(file)}.br`),
      brotliCompressSync(readFileSync(join(modules, name, file))),
    );
}

/** Packages whose files are copied as they are: fonts and the marks of platforms. */
const COPIED = [
  '@fontsource-variable/inter',
  '@fontsource/source-serif-4',
  '@fontsource/jetbrains-mono',
  'simple-icons',
];

/** What Vite writes about the packages of the scripts. */
const ofScripts = v.array(
  v.pipe(
    v.object({
      name: v.string(),
      version: v.string(),
      identifier: v.string(),
      text: v.optional(v.string()),
    }),
    v.transform(({ identifier, text = identifier, ...named }) => ({ ...named, license: identifier, text })),
  ),
);
const written = join(WEB, 'dist/licenses.json');
const packages = distinct([
  ...v.parse(ofScripts, JSON.parse(readFileSync(written, 'utf8'))),
  ...COPIED.map((name) => packageIn(join(modules, name))),
  ...Object.keys(EXPLORERS).flatMap((name) => packagesOfBundle(join(modules, name))),
]);
rmSync(written);
writeFileSync(join(WEB, 'dist/licenses.md'), `# Licenses\n\n${notices(packages)}${ofExplorers()}`);
writeFileSync(join(WEB, 'dist', LIST), listOf(packages));

/** The notices that publishers put beside their scripts, of code that no package names. */
function ofExplorers(): string {
  return Object.entries(EXPLORERS)
    .flatMap(([name, files]) => files.map((file) => join(modules, name, `${file}.LICENSE.txt`)))
    .filter((file) => existsSync(file))
    .map((file) => `\n## ${basename(file, '.LICENSE.txt')}\n\n${readFileSync(file, 'utf8')}`)
    .join('');
}
