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
  serverEnvironment,
} = require('./runtime.cjs');

const OLDEST_NODE = 24;

const here = join(__dirname, '..');
const isClone = existsSync(join(here, 'src'));

/** The bundle, which `npm ci` and `npm run build` make; the sources in a clone where one is newer, or without a bundle. */
function mainModule() {
  const bundle = join(here, 'dist', 'main.js');
  const sources = join(here, 'src');
  return isClone && (!existsSync(bundle) || isAnyNewer(sources, statSync(bundle).mtimeMs))
    ? join(sources, 'main.ts')
    : bundle;
}

/** Whether a folder or anything in it changed after this time. A removed file changes its folder. */
function isAnyNewer(folder, time) {
  if (statSync(folder).mtimeMs > time) return true;
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? isAnyNewer(path, time) : statSync(path).mtimeMs > time;
  });
}

/** The Node that `npm ci` installed in the clone, else the one that runs this file; undefined if that one is too old. */
function suitableNode() {
  const installed = join(
    here,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(installed)) return realpathSync(installed);
  return Number(process.versions.node.split('.')[0]) >= OLDEST_NODE
    ? realpathSync(process.execPath)
    : undefined;
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
  const node = suitableNode();
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
  const main = mainModule();
  const words = commandWords();
  if (node !== realpathSync(process.execPath) || isServerCommand(words))
    become(node, NODE_FLAGS.concat(main, words));
  else runHere(main, words, compileCache);
}

start();
