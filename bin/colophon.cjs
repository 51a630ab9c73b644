#!/usr/bin/env node
'use strict';
// Starts the command line, on Linux, macOS and Windows: from the bundle, or in a clone from the sources while one of them is newer.
// CommonJS in plain syntax, so that a Node too old for Colophon gets as far as the sentence that says so.
const { spawn } = require('child_process');
const { existsSync, readdirSync, realpathSync, statSync } = require('fs');
const { constants } = require('os');
const { join } = require('path');
const {
  NODE_FLAGS,
  cacheFolder,
  commandWords,
  isServerCommand,
  runHere,
  sendsRequests,
  serverEnvironment,
} = require('./runtime.cjs');

const OLDEST_NODE = 24;

/** What a command that sends requests is made of, below `src`. */
const SOURCES_OF_COMMANDS = [
  'main.ts',
  'cli',
  'config',
  'errors.ts',
  'model',
  'refusals',
  'refusals.ts',
  'util',
  'version.ts',
];

const here = join(__dirname, '..');
const isClone = existsSync(join(here, 'src'));

/**
 * The bundle, which `npm ci` and `npm run build` make; the sources in a clone where one is newer, or without a bundle. A command
 * that only sends requests looks at the sources of such commands: looking at all takes longer than most of them.
 */
function mainModule(words) {
  const bundle = join(here, 'dist', 'main.js');
  const main = join(here, 'src', 'main.ts');
  if (!isClone) return bundle;
  if (!existsSync(bundle)) return main;
  const { mtimeMs } = statSync(bundle);
  const sources = sendsRequests(words) ? SOURCES_OF_COMMANDS : ['.'];
  return sources.some((name) => isNewer(join(here, 'src', name), mtimeMs)) ? main : bundle;
}

/** Whether a file, or a folder or anything in it, changed after this time. A removed file changes its folder. */
function isNewer(path, time) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.mtimeMs > time) return found !== undefined;
  return found.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), time));
}

/**
 * The Node that `npm ci` installed in the clone, else the one that runs this file; undefined if that one is too old. A command that
 * only sends requests runs with either, and needs no second start.
 */
function suitableNode(words) {
  const isSuitable = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;
  if (isSuitable && sendsRequests(words)) return realpathSync(process.execPath);
  const installed = join(
    here,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(installed)) return realpathSync(installed);
  return isSuitable ? realpathSync(process.execPath) : undefined;
}

/** Replaces this process by another, which so gets its signals; starts it as a child where that is impossible. */
function become(program, programArgs) {
  const environment = serverEnvironment();
  // Node 22.15 or later, and not on Windows.
  if (process.execve && process.platform !== 'win32')
    process.execve(program, [program].concat(programArgs), environment);
  const child = spawn(program, programArgs, { env: environment, stdio: 'inherit' });
  // A terminal sends its Ctrl+C to both processes by itself.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? 128 + constants.signals[signal] : code;
  });
}

function start() {
  const words = commandWords();
  const node = suitableNode(words);
  if (node === undefined) {
    const remedy = isClone
      ? `'npm ci' in ${here} brings it`
      : "in a project, 'npm install --save-dev node' brings it, and npx finds it";
    console.error(
      `colophon: Colophon needs Node ${OLDEST_NODE} or newer, but this one is ${process.version}; ${remedy}.`,
    );
    process.exitCode = 1;
    return;
  }
  // Node keeps the compiled code here: the second start takes half the time of the first.
  const compileCache =
    process.env.NODE_COMPILE_CACHE ||
    (isClone ? join(here, 'node_modules', '.cache', 'colophon') : cacheFolder());
  if (compileCache) process.env.NODE_COMPILE_CACHE = compileCache;
  const main = mainModule(words);
  if (node !== realpathSync(process.execPath) || isServerCommand(words))
    become(node, NODE_FLAGS.concat(main, words));
  else runHere(main, words, compileCache);
}

start();
