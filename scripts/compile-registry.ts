/**
 * Compiles the Avro schemas of DataHub's Python package into `registry/`, without their documentation.
 *
 *   node scripts/compile-registry.ts [--wheel-dir DIR] [--check]
 *
 * --wheel-dir  unpacked wheel (default: download the package)
 * --check      writes nothing; lists checked-in files that differ and exits with 1
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatText } from './format-text.ts';
import { isJsonObject, type JsonObject } from '../src/util/json.ts';
import { AvroReader } from './compile-registry/avro.ts';
import { registryFiles } from './compile-registry/registry-files.ts';
import { downloadWheel, readSchemas } from './compile-registry/wheel.ts';

const registryFolder = join(import.meta.dirname, '..', 'registry');

const { values: options } = parseArgs({
  options: { 'wheel-dir': { type: 'string' }, check: { type: 'boolean', default: false } },
});

const wanted = await texts(compile(options['wheel-dir']));
const present = new Map(
  presentFiles().map((path) => [path, readFileSync(join(registryFolder, path), 'utf8')]),
);
const different = [...new Set([...wanted.keys(), ...present.keys()])].filter(
  (path) => wanted.get(path) !== present.get(path),
);
if (options.check) {
  for (const path of different) console.error(`differs: registry/${path}`);
  process.exitCode = different.length > 0 ? 1 : 0;
} else {
  for (const path of different) write(path, wanted.get(path));
  console.log(`${wanted.size} files, ${different.length} of them changed`);
}

function compile(wheelFolder: string | undefined): Map<string, JsonObject> {
  const folder = wheelFolder ?? downloadWheel();
  try {
    const reader = new AvroReader();
    for (const [file, schema] of readSchemas(folder)) {
      // The other schemas are messages and events, which carry aspects.
      if (isJsonObject(schema) && schema['Aspect'] !== undefined) reader.addSchema(file, schema);
    }
    return registryFiles(reader.types);
  } finally {
    if (wheelFolder === undefined) rmSync(folder, { recursive: true });
  }
}

async function texts(files: ReadonlyMap<string, JsonObject>): Promise<Map<string, string>> {
  const formatted = new Map<string, string>();
  for (const [path, content] of files) {
    formatted.set(path, await formatText(path, JSON.stringify(content)));
  }
  return formatted;
}

function presentFiles(): string[] {
  const names = readdirSync(registryFolder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name === 'entity-types.json' || /^(aspects|types)[/\\].*\.json$/.test(name));
}

function write(path: string, text: string | undefined): void {
  const file = join(registryFolder, path);
  if (text === undefined) {
    rmSync(file);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
