import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRegistry } from '../../src/config/read-registry.ts';
import { UNFILLED_ASPECTS } from '../../src/model/aspects/server-aspects.ts';
import { loadRegistry } from '../../src/model/registry/load-registry.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Folders whose files write aspects, and the constants that name them. */
const WRITERS = ['auth', 'change/side-effects', 'effects', 'model', 'operations', 'system-update'];
/** The file that declares fields that nothing fills. */
const DECLARED = 'server-aspects.ts';
const REGISTRY = loadRegistry(readRegistry());

function filesBelow(folder: string, ending: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(ending) && !name.endsWith('.test.ts') && !name.endsWith(DECLARED))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Aspects that the server writes: named in a file that writes, or of an entity that every catalog has. */
const SOURCES = WRITERS.flatMap((folder) => filesBelow(join(ROOT, 'src', folder), '.ts')).join('\n');
const BOOTSTRAP = filesBelow(join(ROOT, 'registry', 'bootstrap'), '.json').join('\n');
const ENTITY_KEYS = new Set([...REGISTRY.entities.values()].map(({ keyAspect }) => keyAspect.name));
const BY_CLIENTS = new Set(
  readFileSync(join(import.meta.dirname, 'client-aspects.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

function isFilled(aspectName: string): boolean {
  const isNamed = new RegExp(`\\b${aspectName}\\b`);
  return BY_CLIENTS.has(aspectName) || isNamed.test(SOURCES) || isNamed.test(BOOTSTRAP);
}

const SEARCHED = [...REGISTRY.aspects.values()].filter(
  ({ name, searchable }) => searchable.length > 0 && !ENTITY_KEYS.has(name),
);

it('every search field is filled, or declared as one that nothing fills', () => {
  const unknown = SEARCHED.filter(({ name }) => !isFilled(name) && !Object.hasOwn(UNFILLED_ASPECTS, name));
  expect(unknown.map(({ name }) => name)).toEqual([]);
});

it('every field that is declared as not filled exists, and nothing fills it', () => {
  const declared = Object.keys(UNFILLED_ASPECTS);
  const searched = SEARCHED.map(({ name }) => name);
  expect(declared.filter((name) => !searched.includes(name) || isFilled(name))).toEqual([]);
});
