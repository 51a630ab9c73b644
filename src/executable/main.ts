import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getAsset, getAssetKeys, getRawAsset } from 'node:sea';
import {
  cacheFolder,
  commandWords,
  isServerCommand,
  serverEnvironment,
  type runHere as RunHere,
} from '../../bin/runtime.cjs';
import { unpack, UnpackError } from './unpack.ts';

// Where the single executable begins. It carries the files of npm's package, unpacks them, and runs them
// (docs/adr/0025-an-executable-that-unpacks.md). scripts/build-executable.ts bundles this file and gives Node its flags.

const PACKAGE = 'package/';
const words = commandWords();

// Of the settings of a server, only this one of glibc has to be there before the process starts.
if (
  process.platform === 'linux' &&
  isServerCommand(words) &&
  process.env['MALLOC_MMAP_THRESHOLD_'] === undefined
)
  process.execve?.(process.execPath, [process.execPath, ...words], serverEnvironment());

try {
  const folder = unpackPackage();
  // The code of an executable can import only modules of Node itself; what it requires from a file can import files.
  const unpacked = createRequire(join(folder, 'bin', 'runtime.cjs'))('./runtime.cjs') as {
    readonly runHere: typeof RunHere;
  };
  unpacked.runHere(
    join(folder, 'dist', 'main.js'),
    words,
    process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
  );
} catch (error) {
  if (!(error instanceof UnpackError)) throw error;
  console.error(`colophon: ${error.message}`);
  process.exitCode = 1;
}

function unpackPackage(): string {
  const cache = cacheFolder();
  if (cache === undefined)
    throw new UnpackError(
      'Colophon has to unpack its files, and this user has no home folder. Set XDG_CACHE_HOME to a folder in which it can create files.',
    );
  const files = getAssetKeys()
    .filter((key) => key.startsWith(PACKAGE))
    .map((key) => [key.slice(PACKAGE.length), new Uint8Array(getRawAsset(key))] as const);
  return unpack({ cache, name: getAsset('name', 'utf8'), files: new Map(files), user: process.getuid?.() });
}
