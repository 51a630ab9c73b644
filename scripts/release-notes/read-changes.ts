import { existsSync, readFileSync, readdirSync } from 'node:fs';
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
  /** Markdown: what one has to do when upgrading. */
  readonly action?: string | undefined;
}

/** The beginning of the notes of the next release: what it is about, and what one has to do. */
export interface Introduction {
  /** Version of the release, where its changes do not say it. */
  readonly version?: string | undefined;
  /** Page that gets the list of changes instead of the notes, with the text of an unreleased version. */
  readonly details?: string | undefined;
  /** Markdown. */
  readonly text: string;
}

const isArea = (name: string): name is Change['area'] => Object.hasOwn(AREAS, name);
const frontMatter = v.strictObject({
  kind: v.picklist(KINDS),
  area: v.custom<Change['area']>((name) => typeof name === 'string' && isArea(name)),
  action: v.optional(v.string()),
});
const introductionMatter = v.strictObject({
  version: v.optional(v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/))),
  details: v.optional(v.string()),
});

/** Name in `changes/` of the introduction of the next release, which may be missing. */
export const INTRODUCTION = 'introduction.md';

/** The changes of a folder, sorted by file name. Throws on the first malformed file (format: `changes/README.md`). */
export function readChanges(folder: string): readonly Change[] {
  return readdirSync(folder)
    .filter((file) => file !== 'README.md' && file !== INTRODUCTION)
    .sort()
    .map((file) => parseChange(file, readFileSync(join(folder, file), 'utf8')));
}

/** The introduction in a folder of changes; undefined if there is none. Throws if its front matter is missing or invalid. */
export function readIntroduction(folder: string): Introduction | undefined {
  const file = join(folder, INTRODUCTION);
  if (!existsSync(file)) return undefined;
  const { head, text } = split(INTRODUCTION, readFileSync(file, 'utf8'));
  const parsed = v.safeParse(introductionMatter, head);
  if (parsed.success) return { ...parsed.output, text };
  throw new Error(
    `changes/${INTRODUCTION} may have a version (such as 1.0.0) and details (the path of a page), and nothing else.`,
  );
}

/** Parses a file of `changes/`. Throws if the front matter or the text is missing or invalid. */
export function parseChange(file: string, contents: string): Change {
  const { head, text } = split(file, contents);
  const parsed = v.safeParse(frontMatter, head);
  if (parsed.success) return { file, ...parsed.output, text };
  throw new Error(
    `changes/${file} must have a kind (${KINDS.join(', ')}) and an area (${Object.keys(AREAS).join(', ')}), and may have an action, but nothing else.`,
  );
}

function split(file: string, contents: string): { readonly head: unknown; readonly text: string } {
  const [, head, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(contents) ?? [];
  if (head === undefined || text === undefined || text.trim() === '')
    throw new Error(
      `changes/${file} must begin with a front matter between lines of "---", and a text after it.`,
    );
  return { head: parse(head), text: text.trim() };
}
