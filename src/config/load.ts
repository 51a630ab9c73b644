import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { invalidRequest, messageOf } from '../errors.ts';
import { closestName } from '../util/closest-name.ts';
import { checkLogIn } from './check-log-in.ts';
import { readOptionsFile, type FileValue } from './options-file.ts';
import { DECLARED_OPTIONS, type DeclaredOption } from './declared-options.ts';
import type { Config } from './options.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Sources of the configuration. Precedence: flags, environment, file, defaults. */
export interface ConfigSources {
  /** Flag values (strings or true) by option name (`limits.bodyBytes`). */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** Path of a YAML file; default: the variable COLOPHON_CONFIG. */
  readonly configFile?: string | undefined;
  readonly environment?: Environment;
  /** Base folder for relative paths in flags and environment; default: the working directory. */
  readonly folder?: string;
}

/** Environment variable that names the configuration file. */
export const CONFIG_FILE_VARIABLE = 'COLOPHON_CONFIG';

/** An option's value and its source. */
interface Choice {
  readonly value: unknown;
  /** Name of the source, for error messages. */
  readonly from: string;
  /** The highest wins: default 0, file 1, environment 2, flag 3. */
  readonly rank: number;
}

type Choices = ReadonlyMap<string, Choice>;

/**
 * Loads the configuration from flags, environment, file and defaults: validated, frozen, with absolute paths. Opens
 * nothing. INVALID_REQUEST for the first invalid value, with its source.
 */
export function loadConfig(sources: ConfigSources = {}): Config {
  const environment = sources.environment ?? process.env;
  const folder = sources.folder ?? process.cwd();
  const file = configFile(sources, environment, folder);
  refuseMisspelt(environment);
  const choices = new Map<string, Choice>();
  for (const declared of DECLARED_OPTIONS) {
    const choice = fromFlags(declared, sources.flags ?? {}, folder) ??
      fromEnvironment(declared, environment, folder) ??
      fromFile(declared, file) ?? {
        value: declared.option.type.parse(declared.option.default, folder),
        from: 'the default',
        rank: 0,
      };
    choices.set(declared.name, choice);
  }
  crossCheck(choices);
  return asConfig(choices);
}

interface OpenedFile {
  readonly path: string;
  readonly values: ReadonlyMap<string, FileValue>;
}

function configFile(
  sources: ConfigSources,
  environment: Environment,
  folder: string,
): OpenedFile | undefined {
  const named = sources.configFile ?? environment[CONFIG_FILE_VARIABLE];
  if (named === undefined || named === '') return undefined;
  const path = resolve(folder, named);
  return { path, values: readOptionsFile(path, readText(path)) };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw invalidRequest(`The configuration file ${path} cannot be read: ${messageOf(error)}.`);
  }
}

function fromFlags(
  declared: DeclaredOption,
  flags: Readonly<Record<string, unknown>>,
  folder: string,
): Choice | undefined {
  const raw = flags[declared.name];
  return raw === undefined ? undefined : choice(declared, raw, declared.flag, folder, 3);
}

function fromEnvironment(
  declared: DeclaredOption,
  environment: Environment,
  folder: string,
): Choice | undefined {
  for (const variable of declared.environment) {
    const raw = environment[variable];
    // Shells and container files unset a variable by making it empty.
    if (raw !== undefined && raw !== '') return choice(declared, raw, variable, folder, 2);
  }
  return undefined;
}

function fromFile(declared: DeclaredOption, file: OpenedFile | undefined): Choice | undefined {
  const found = file?.values.get(declared.name);
  if (file === undefined || found === undefined) return undefined;
  return choice(declared, found.value, `${file.path}, line ${found.line}`, dirname(file.path), 1);
}

function choice(declared: DeclaredOption, raw: unknown, from: string, folder: string, rank: number): Choice {
  const { type } = declared.option;
  const value = type.parse(raw, folder);
  if (value === undefined) {
    const said = type.isSecret === true ? 'something else' : `'${show(raw)}'`;
    throw invalidRequest(`'${declared.name}' must be ${type.expected}, but ${from} says ${said}.`);
  }
  return { value, from, rank };
}

function show(raw: unknown): string {
  return typeof raw === 'string' ? raw : JSON.stringify(raw);
}

/** Refuses misspelt COLOPHON_ variables, which would otherwise be ignored silently. */
function refuseMisspelt(environment: Environment): void {
  const known = new Set([
    ...DECLARED_OPTIONS.flatMap(({ environment: names }) => names),
    CONFIG_FILE_VARIABLE,
  ]);
  for (const variable of Object.keys(environment)) {
    if (!variable.startsWith('COLOPHON_') || known.has(variable)) continue;
    const meant = closestName(variable.slice('COLOPHON_'.length), [...known].map(withoutPrefix));
    if (meant !== undefined) {
      throw invalidRequest(`Unknown environment variable ${variable}. Did you mean COLOPHON_${meant}?`);
    }
  }
}

function withoutPrefix(variable: string): string {
  return variable.replace(/^COLOPHON_/, '');
}

/** Refuses contradictory options and missing folders. */
function crossCheck(choices: Choices): void {
  const memory = choices.get('memory');
  const data = choices.get('data');
  if (memory?.value === true && data !== undefined && data.rank >= memory.rank) {
    throw invalidRequest(
      `'memory' and 'data' (${data.from}) exclude each other: 'memory' keeps nothing on disk. Remove one of them.`,
    );
  }
  for (const name of ['store', 'search']) {
    if (memory?.value !== true || choices.get(name)?.value === '') continue;
    throw invalidRequest(
      `'memory' and '${name}' (${choices.get(name)?.from}) exclude each other: 'memory' keeps all data in this process. Remove one of them.`,
    );
  }
  checkLogIn((name) => choices.get(name)?.value);
  const registry = choices.get('registry');
  if (registry !== undefined)
    folderList(registry.value).forEach((path) => requireFolder(path, registry.from));
  if (memory?.value !== true && typeof data?.value === 'string' && kindOf(data.value) === 'file') {
    throw invalidRequest(`'data' must be a folder, but ${data.value} (${data.from}) is a file.`);
  }
}

function folderList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function requireFolder(path: string, from: string): void {
  if (kindOf(path) !== 'folder') {
    throw invalidRequest(
      `The registry folder ${path} (${from}) does not exist or is a file. Name an existing folder.`,
    );
  }
}

function kindOf(path: string): 'folder' | 'file' | 'nothing' {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 'nothing' : found.isDirectory() ? 'folder' : 'file';
}

interface Tree {
  [name: string]: unknown;
}

function asConfig(choices: Choices): Config {
  const root: Tree = {};
  const groups = new Map<string, Tree>([['', root]]);
  for (const { path, name } of DECLARED_OPTIONS) {
    const value = choices.get(name)?.value;
    groupAt(groups, path.slice(0, -1))[path.at(-1) ?? name] = Array.isArray(value)
      ? Object.freeze(value)
      : value;
  }
  groups.forEach((group) => Object.freeze(group));
  // Safe: the tree has exactly the members of the table, each parsed by its option's type.
  return root as Config;
}

function groupAt(groups: Map<string, Tree>, path: readonly string[]): Tree {
  const name = path.join('.');
  const known = groups.get(name);
  if (known !== undefined) return known;
  const created: Tree = {};
  groups.set(name, created);
  groupAt(groups, path.slice(0, -1))[path.at(-1) ?? name] = created;
  return created;
}
