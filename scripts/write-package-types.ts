import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

// Writes to `types/` the declarations that those of `src/index.ts` need, for the package: the compiler writes those of all modules.
const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'types');
const all = mkdtempSync(join(tmpdir(), 'colophon-types-'));
try {
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  const project = join(ROOT, 'tsconfig.build.json');
  const { status } = spawnSync(process.execPath, [compiler, '-p', project, '--outDir', all], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The declarations have errors.');
  rmSync(TARGET, { recursive: true, force: true });
  for (const file of reachable(join(all, 'index.d.ts'), new Set())) {
    const target = join(TARGET, relative(all, file));
    mkdirSync(dirname(target), { recursive: true });
    // As compiled modules name each other.
    writeFileSync(target, readFileSync(file, 'utf8').replace(/(from '\.[^']+)\.ts'/g, "$1.js'"));
  }
} finally {
  rmSync(all, { recursive: true });
}

/** A declaration and all that it imports, directly or not. */
function reachable(file: string, known: Set<string>): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
    if (!name.startsWith('.'))
      throw new Error(`${file} needs the package ${name}, which users would have to install.`);
    reachable(join(dirname(file), name.replace(/\.ts$/, '.d.ts')), known);
  }
  return known;
}
