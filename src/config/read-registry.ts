import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invalidRequest, messageOf } from '../errors.ts';
import type { JsonObject } from '../util/json.ts';
import { isJsonObject } from '../util/json.ts';

/** One file of the registry, as the loader of the model takes it. */
export interface RegistryText {
  /** Path of the file: below the folder for the built-in registry, with the folder for an operator's. */
  readonly path: string;
  readonly content: JsonObject;
}

/** The metadata model that the package brings along. */
export const BUILT_IN_REGISTRY = join(import.meta.dirname, '..', '..', 'registry');

/** Subfolder with the proposals that a new catalog starts from: entities, not their model. */
const BOOTSTRAP = /^bootstrap[/\\]/;

/**
 * Reads the built-in registry and then the folders that an operator names, each with its subfolders but `bootstrap`.
 * Throws INVALID_REQUEST when a folder cannot be read or a file is no JSON object.
 */
export function readRegistry(
  extraFolders: readonly string[] = [],
  builtIn = BUILT_IN_REGISTRY,
): RegistryText[] {
  return [
    ...readFolder(builtIn, (name) => name),
    ...extraFolders.flatMap((folder) => readFolder(folder, (name) => join(folder, name))),
  ];
}

function readFolder(folder: string, nameOf: (file: string) => string): RegistryText[] {
  return jsonFiles(folder).map((file) => ({ path: nameOf(file), content: parse(join(folder, file)) }));
}

function jsonFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.json') && !BOOTSTRAP.test(name)).sort();
  } catch (error) {
    throw invalidRequest(
      `The registry folder ${folder} cannot be read: ${messageOf(error)}. Name an existing folder of JSON files.`,
    );
  }
}

function parse(file: string): JsonObject {
  const text = readFileSync(file, 'utf8');
  const value = parseJson(file, text);
  if (!isJsonObject(value)) throw invalidRequest(`Registry file ${file} must hold one JSON object.`);
  return value;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidRequest(`Registry file ${file} is not valid JSON: ${messageOf(error)}.`);
  }
}
