import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inputSchema, memberDescriptions } from './input-schema.ts';
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

/** Longest line of a list of members. */
const LONGEST_SENTENCE = 140;

/** Nouns whose operations agents use first: every member of their inputs has a description. */
const DESCRIBED = new Set([
  'assertions',
  'bulk-edits',
  'changes',
  'incidents',
  'lineage',
  'search',
  'structured-properties',
  'undo',
]);

/** Nouns of which the reads are described. */
const DESCRIBED_READS = new Set(['entities', 'policies']);

interface Exposed extends AnyOperation {
  /** The folder of its file. */
  readonly noun: string;
}

/** The operations that protocols expose: all but those for jobs, which have no summary. */
const exposed = new Map((await definedIn(import.meta.dirname)).map((one) => [one.name, one]));

async function definedIn(folder: string): Promise<readonly Exposed[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const found = await Promise.all(
    files.map(async (file) => {
      const module = (await import(join(folder, file))) as Readonly<Record<string, unknown>>;
      const noun = file.split('/')[0] ?? '';
      return Object.values(module)
        .filter(isExposed)
        .map((operation) => ({ ...operation, noun }));
    }),
  );
  return found.flat();
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

  it('describes every member in one short line, where agents use it first', () => {
    const described = [...exposed.values()].filter(
      ({ effect, noun }) => DESCRIBED.has(noun) || (DESCRIBED_READS.has(noun) && effect === 'read'),
    );
    const wrong = described.flatMap((operation) =>
      [...memberDescriptions(operation)].flatMap(([path, sentence = '']) =>
        /^[A-Z`][^\n]*\.$/.test(sentence) && sentence.length <= LONGEST_SENTENCE
          ? []
          : [`${operation.name}: ${path}: ${sentence}`],
      ),
    );
    expect(wrong).toEqual([]);
    expect(described.length).toBeGreaterThan(50);
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
