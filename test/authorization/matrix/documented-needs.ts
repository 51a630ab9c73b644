import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The need of an operation according to docs/privileges.md. */
export type DocumentedNeed =
  | { readonly kind: 'nothing' | 'token' | 'read' | 'write' }
  /** One of these privileges; `onEntity`: holding it on the entity of the operation is enough. */
  | { readonly kind: 'privilege'; readonly anyOf: readonly string[]; readonly onEntity: boolean };

/** Platform privileges that allow writing entities of one type. */
export interface DocumentedType {
  readonly create: readonly string[];
  readonly update: readonly string[];
  readonly remove: readonly string[];
  /** Whether privileges on the entity do not count. */
  readonly isExclusive: boolean;
}

/** The documented needs, read from the page because the test must not trust the tables in the code. */
export interface DocumentedNeeds {
  readonly queries: ReadonlyMap<string, DocumentedNeed>;
  readonly mutations: ReadonlyMap<string, DocumentedNeed>;
  /** By `METHOD /path`. */
  readonly requests: ReadonlyMap<string, DocumentedNeed>;
  /** By `resource?action=name`. */
  readonly actions: ReadonlyMap<string, DocumentedNeed>;
  /** Alternatives to EDIT_ENTITY for changing an aspect: all privileges of one list are needed. */
  readonly aspects: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly types: ReadonlyMap<string, DocumentedType>;
}

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'privileges.md');
const ON_ENTITY = / on the entity$/;

/** Reads `docs/privileges.md`. */
export function documentedNeeds(): DocumentedNeeds {
  const tables = tablesOf(readFileSync(PAGE, 'utf8'));
  const needs = (heading: string): ReadonlyMap<string, DocumentedNeed> =>
    new Map(rowsUnder(tables, heading).map(([name = '', need = '']) => [name, needOf(need)]));
  return {
    queries: needs('Query'),
    mutations: needs('Mutation'),
    requests: needs('Request'),
    actions: needs('Action'),
    aspects: new Map(
      rowsUnder(tables, 'Aspect').map(([name = '', ways = '']) => [
        name,
        ways.split(' or ').map((all) => all.split(' and ')),
      ]),
    ),
    types: new Map(
      rowsUnder(tables, 'Entity type').map(
        ([name = '', create = '', update = '', remove = '', only = '']) => [
          name,
          {
            create: names(create),
            update: names(update),
            remove: names(remove),
            isExclusive: only === 'yes',
          },
        ],
      ),
    ),
  };
}

function needOf(text: string): DocumentedNeed {
  if (text === 'nothing' || text === 'read' || text === 'write') return { kind: text };
  if (text === 'a token') return { kind: 'token' };
  return {
    kind: 'privilege',
    anyOf: names(text.replace(ON_ENTITY, '')),
    onEntity: ON_ENTITY.test(text),
  };
}

function names(text: string): readonly string[] {
  const all = text.split(' or ');
  const strange = all.find((name) => !/^[A-Z_]+$/.test(name));
  if (strange !== undefined) throw new Error(`docs/privileges.md: '${strange}' is not a privilege.`);
  return all;
}

type Table = readonly (readonly string[])[];

function rowsUnder(tables: readonly Table[], heading: string): Table {
  const found = tables.find(([head]) => head?.[0] === heading);
  if (found === undefined) throw new Error(`docs/privileges.md has no table '${heading}'.`);
  // The row after the heading is the separator.
  return found.slice(2);
}

function tablesOf(markdown: string): readonly Table[] {
  return markdown
    .split('\n\n')
    .filter((block) => block.startsWith('|'))
    .map((block) => block.trim().split('\n').map(cells));
}

function cells(row: string): readonly string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''));
}
