import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inputSchema } from './input-schema.ts';
import type { Operation } from './operation.ts';

/** Maximum length of a line in a list of tools. */
const LONGEST_SUMMARY = 120;

/**
 * Operations that ignore members which they do not know, and why. All others refuse them, so that a misspelt member is never
 * dropped.
 */
const OPEN_INPUTS: Readonly<Record<string, string>> = {
  ingestLineageEvent: 'OpenLineage lets every producer add facets, and members to facets',
};

type AnyOperation = Operation<never, unknown, unknown>;

/** The operations that protocols expose: all but those for jobs, which have no summary. */
const exposed = new Map((await definedIn(import.meta.dirname)).map((one) => [one.name, one]));

async function definedIn(folder: string): Promise<readonly AnyOperation[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map(async (file) => (await import(join(folder, file))) as Readonly<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isExposed));
}

function isExposed(exported: unknown): exported is AnyOperation {
  if (typeof exported !== 'object' || exported === null) return false;
  return ['name', 'needs', 'input', 'run', 'summary'].every((member) => member in exported);
}

describe('an exposed operation', () => {
  it('is found', () => {
    expect(exposed.size).toBeGreaterThan(230);
  });

  it.each([...exposed.values()])('has a shape that yields JSON Schema: $name', (operation) => {
    expect(Object.keys(inputSchema(operation))).not.toHaveLength(0);
  });

  it('has a summary of one short sentence', () => {
    const wrong = [...exposed.values()].filter(
      ({ summary }) => !/^[A-Z][^\n]*\.$/.test(summary) || summary.length > LONGEST_SUMMARY,
    );
    expect(wrong.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([]);
  });

  it('refuses members that it does not know, in every object of its input', () => {
    const open = [...exposed.values()].filter((operation) => isOpen(inputSchema(operation)));
    expect(open.map(({ name }) => name)).toEqual(Object.keys(OPEN_INPUTS));
  });
});

/** Whether a part of the schema has known members and takes others. */
function isOpen(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  // A member may be called `properties`; then its container has no type.
  const isObject = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  if (isObject && !('additionalProperties' in schema)) return true;
  return Object.values(schema).some(isOpen);
}
