'use strict';
// What the launcher of npm's package and the single executable have in common. CommonJS in plain syntax, as the launcher.
const { homedir, userInfo } = require('os');
const { isAbsolute, join } = require('path');
const { pathToFileURL } = require('url');

/** Options of Node for a process that serves a catalog. */
const NODE_FLAGS = [
  '--expose-gc',
  // Objects of a batch live until the store has it. With room of 64 MiB for young objects most are gone by then; with the
  // default they are copied twice and kept, which costs up to a tenth of the processor time of a load.
  '--max-semi-space-size=64',
  '--disable-warning=ExperimentalWarning',
];

/** Commands that do a catalog's work in their own process, and so need the settings of a server. All others send requests. */
const SERVER_COMMANDS = ['serve', 'migrate', 'partition-tables'];

/** Whether this command needs the settings of a server: `NODE_FLAGS` and `serverEnvironment`. */
function isServerCommand(words) {
  return SERVER_COMMANDS.includes(words[0]);
}

/** Commands that read or write a data folder themselves. */
const FOLDER_COMMANDS = SERVER_COMMANDS.concat('backup', 'restore-backup');

/** Whether this command only sends requests to a running server. With `--data`, it may start one for itself. */
function sendsRequests(words) {
  return !FOLDER_COMMANDS.includes(words[0]) && !words.some((word) => word.startsWith('--data'));
}

/** Words of the command line. At a terminal, none means `serve`; elsewhere it prints the help. */
function commandWords() {
  const given = process.argv.slice(2);
  return given.length === 0 && process.stdin.isTTY && process.stdout.isTTY ? ['serve'] : given;
}

/** Environment of a process that serves a catalog. */
function serverEnvironment() {
  return Object.assign({}, process.env, {
    // glibc gives blocks of this size, in bytes, back to the system when they are freed. By itself it raises the threshold
    // to 32 MiB, and what was freed after a large load stays with the process.
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ || '1048576',
  });
}

/** Colophon's folder for what can be made again; undefined for a user without a home folder. */
function cacheFolder() {
  const named = [process.env.XDG_CACHE_HOME, process.platform === 'win32' && process.env.LOCALAPPDATA].find(
    (folder) => folder && isAbsolute(folder),
  );
  if (named) return join(named, 'colophon');
  const home = homeFolder();
  return home && join(home, '.cache', 'colophon');
}

function homeFolder() {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch (error) {
      // The user has no entry in the system's list of users, as in containers.
      if (error.code !== 'ERR_SYSTEM_ERROR') throw error;
    }
  }
  return undefined;
}

/** Runs the command line in this process. Node keeps compiled code in the folder `compileCache`, and nowhere if it is undefined. */
function runHere(main, words, compileCache) {
  process.argv.splice(2, Infinity, ...words);
  if (compileCache) require('module').enableCompileCache(compileCache);
  // A failure to load ends the process with its stack, as for any program.
  void import(pathToFileURL(main).href);
}

module.exports = {
  NODE_FLAGS,
  cacheFolder,
  commandWords,
  isServerCommand,
  runHere,
  sendsRequests,
  serverEnvironment,
};
