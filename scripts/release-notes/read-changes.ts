import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';

/** The folder with one file for each change since the last release. */
export const CHANGES = join(import.meta.dirname, '..', '..', 'changes');

/** Kinds of changes, in the order of a changelog. */
export const KINDS = ['security', 'removed', 'changed', 'added', 'fixed'] as const;

/** Titles of the areas in the changelog. */
export const AREAS = {
  catalog: 'Catalog',
  properties: 'Structured properties',
  search: 'Search',
  lineage: 'Lineage and history',
  authorization: 'Authorization',
  login: 'Users and login',
  audit: 'Audit and limits',
  webhooks: 'Webhooks and change feed',
  ingestion: 'Ingestion',
  web: 'Web interface',
  cli: 'Command line',
  protocols: 'Protocols and clients',
  engines: 'Engines and operation',
  docs: 'Documentation',
} as const;

/** A change that users notice. */
export interface Change {
  readonly file: string;
  readonly kind: (typeof KINDS)[number];
  readonly area: keyof typeof AREAS;
  /** Markdown. */
  readonly text: string;
}

const isArea = (name: string): name is Change['area'] => Object.hasOwn(AREAS, name);
const frontMatter = v.strictObject({
  kind: v.picklist(KINDS),
  area: v.custom<Change['area']>((name) => typeof name === 'string' && isArea(name)),
});

/** The changes of a folder, sorted by file name. Throws on the first malformed file (format: `changes/README.md`). */
export function readChanges(folder: string): readonly Change[] {
  return readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .sort()
    .map((file) => parseChange(file, readFileSync(join(folder, file), 'utf8')));
}

/** Parses a file of `changes/`. Throws if the front matter or the text is missing or invalid. */
export function parseChange(file: string, contents: string): Change {
  const [, head, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(contents) ?? [];
  if (head === undefined || text === undefined || text.trim() === '')
    throw new Error(
      `changes/${file} must begin with a front matter between lines of "---", and a text after it.`,
    );
  const parsed = v.safeParse(frontMatter, parse(head));
  if (parsed.success) return { file, ...parsed.output, text: text.trim() };
  throw new Error(
    `changes/${file} must have a kind (${KINDS.join(', ')}) and an area (${Object.keys(AREAS).join(', ')}), and nothing else.`,
  );
}
