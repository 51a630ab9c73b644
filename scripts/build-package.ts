import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// Compiles `src/` to `dist/` for the published package, because Node does not strip types below node_modules.
const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');
const TARGET = join(ROOT, 'dist');

rmSync(TARGET, { recursive: true, force: true });
const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', join(ROOT, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

// Code reads SQL and GraphQL schemas from its own folder at run time.
const assets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:sql|graphql)$/.test(name),
);
for (const name of assets) cpSync(join(SOURCE, name), join(TARGET, name));
