import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rolldown, type Plugin } from 'rolldown';
import {
  LIST,
  distinct,
  listOf,
  notices,
  packageIn,
  type BundledPackage,
} from './bundled-packages/bundled-package.ts';

// Bundles `src/` and all packages that it imports into the files of `dist/`: a start from more than a thousand modules takes
// twice as long (docs/adr/0014), and the package of npm depends on no other. `./colophon` runs it, in a clone while no source
// is newer.
const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');
const TARGET = join(ROOT, 'dist');

/**
 * Files of what all commands load, and of what those load that send requests, with all that they import: a short command spends
 * most of its time loading files.
 */
const FOR_COMMANDS = [
  { name: 'command-line', test: /[\\/]src[\\/]cli[\\/]run-command-line\.ts$/, priority: 1 },
  { name: 'catalog-client', test: /[\\/]src[\\/]cli[\\/]connection[\\/]/ },
];

const began = new Date();
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const bundle = await rolldown({
  input: Object.fromEntries(
    ['main.ts', 'index.ts', ...threads()].map((file) => [basename(file, '.ts'), join(SOURCE, file)]),
  ),
  platform: 'node',
  external: /^node:/,
  plugins: [keepPlaces(), loadFewBuiltins()],
});
const { output } = await bundle.generate({
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  comments: false,
  codeSplitting: { groups: FOR_COMMANDS },
});
const chunks = output.filter((file) => file.type === 'chunk');
const bundled = packages(chunks.flatMap(({ moduleIds }) => moduleIds));

// Written completely before it replaces the previous bundle, from which a server may be starting.
const made = mkdtempSync(`${TARGET}-`);
// A temporary folder is its owner's alone; the server may run as another user, as in an image.
chmodSync(made, 0o755);
for (const { fileName, code } of chunks) writeFileSync(join(made, fileName), code);
for (const name of sources.filter((file) => /\.(?:sql|graphql)$/.test(file)))
  cpSync(join(SOURCE, name), join(made, name));
writeFileSync(join(made, 'LICENSES.txt'), notices(bundled));
writeFileSync(join(made, LIST), listOf(bundled));
writeFileSync(
  join(made, 'demo.jsonl.br'),
  brotliCompressSync(readFileSync(join(ROOT, 'demo', 'demo.jsonl'))),
);
const commit = commitOf(ROOT);
if (commit !== undefined) writeFileSync(join(made, 'commit'), commit);
// Older than any source that changes during the build.
utimesSync(join(made, 'main.js'), began, began);
rmSync(TARGET, { recursive: true, force: true });
renameSync(made, TARGET);

/** Short hash of the checked out commit; undefined without Git or outside of a clone, as in a container's build. */
function commitOf(folder: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', folder, 'rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : process.env['COLOPHON_COMMIT'];
}

/** Entry points of threads, which are found beside the bundle's files by their names. */
function threads(): string[] {
  return sources
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(file).matchAll(/moduleBeside\(import\.meta\.url, '([\w-]+)'\)/g)].map(([, name = '']) =>
        join(dirname(file), `${name}.ts`),
      ),
    );
}

function read(file: string): string {
  return readFileSync(join(SOURCE, file), 'utf8');
}

/** Keeps the relative paths of files that code loads (SQL, GraphQL schemas): `dist/` has the folders of `src/`. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform: (code, id) => {
      if (!id.startsWith(SOURCE + sep) || !code.includes('import.meta')) return null;
      const file = relative(SOURCE, id).replace(/\.ts$/, '.js');
      return code
        .replace(/import\.meta\.dirname/g, `(import.meta.dirname + ${JSON.stringify(sep + dirname(file))})`)
        .replace(
          /(?<!moduleBeside\()import\.meta\.url/g,
          (url) => `new URL(${JSON.stringify(`./${file}`)}, ${url}).href`,
        );
    },
  };
}

/**
 * Loads Node's modules with `require`: an ES import reads every export, and so triggers lazy loading, such as `undici` for
 * the `WebSocket` of `node:http`, in each thread.
 */
function loadFewBuiltins(): Plugin {
  return {
    name: 'load-few-builtins',
    renderChunk: (code) =>
      code.replace(/^import (\{[^}]+\}|\w+) from ("node:[\w/]+");$/gm, (_, names: string, module: string) => {
        const taken = names.replaceAll(' as ', ': ');
        return `const ${taken} = globalThis.process.getBuiltinModule(${module});`;
      }),
  };
}

/** The packages whose modules are in the bundle. */
function packages(modules: readonly string[]): readonly BundledPackage[] {
  const folders = modules.flatMap(
    (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(id)?.[0] ?? [],
  );
  return distinct([...new Set(folders)].map(packageIn));
}
