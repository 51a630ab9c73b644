import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invalidRequest, messageOf } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../util/json.ts';

/** One file of the registry. */
export interface RegistryText {
  /** Path for error messages: relative to the folder for the built-in registry, with the folder for others. */
  readonly path: string;
  readonly content: JsonObject;
}

/** Folder of the metadata model that is part of the package. */
export const BUILT_IN_REGISTRY = join(import.meta.dirname, '..', '..', 'registry');

/** Subfolder with the built-in entities, which are not part of the model. */
const BOOTSTRAP = /^bootstrap[/\\]/;

/**
 * Reads the JSON files of the built-in registry, then those of the extra folders, each with all subfolders except
 * `bootstrap`. INVALID_REQUEST if a folder cannot be read or a file is not a JSON object.
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
  if (!isJsonObject(value)) throw invalidRequest(`Registry file ${file} must contain one JSON object.`);
  return value;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidRequest(`Registry file ${file} is not valid JSON: ${messageOf(error)}.`);
  }
}
