import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  visit,
  type Alias,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import { invalidRequest } from '../errors.ts';

/** A node of a YAML text, with the line on which it starts (from 1) for error messages. */
export type YamlNode = YamlScalar | YamlList | YamlMapping;

/** A scalar; `text` is its source, which preserves `0042` or `1.10`. */
export interface YamlScalar {
  readonly kind: 'scalar';
  readonly line: number;
  readonly value: string | number | boolean | null;
  readonly text: string;
}

/** A YAML sequence. */
export interface YamlList {
  readonly kind: 'list';
  readonly line: number;
  readonly items: readonly YamlNode[];
}

/** A mapping with string keys; each entry has the line of its key. */
export interface YamlMapping {
  readonly kind: 'mapping';
  readonly line: number;
  readonly entries: ReadonlyMap<string, { readonly line: number; readonly node: YamlNode }>;
}

/** Maximum nodes of a tree: aliases are expanded, so a small file could produce a huge tree. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 64;
const TOO_DEEP =
  'the file is nested too deeply or its aliases expand too often; use fewer levels and aliases.';

/**
 * Parses all documents of a YAML text, with merge keys (`<<`); skips empty ones. INVALID_REQUEST with `name` and the line for syntax errors,
 * duplicate keys, unknown tags, keys that are not strings, more than 64 levels, or more than 100,000 nodes with aliases
 * expanded.
 */
export function parseYamlTree(text: string, name: string): readonly YamlNode[] {
  const lines = new LineCounter();
  const documents = parseDocuments(text, lines, name);
  return documents.flatMap((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) {
      throw yamlError(name, lines.linePos(problem.pos[0]).line, sentence(problem.code, problem.message));
    }
    const { contents } = document;
    const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
    return isEmpty ? [] : [new TreeBuilder(document, lines, name).build(contents)];
  });
}

function parseDocuments(text: string, lines: LineCounter, name: string): readonly Document.Parsed[] {
  try {
    const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
    return 'empty' in documents ? [] : documents;
  } catch (error) {
    // The parser is recursive: thousands of nested brackets exhaust its stack.
    if (error instanceof RangeError) throw yamlError(name, 1, TOO_DEEP);
    throw error;
  }
}

/** INVALID_REQUEST error that names a line of a YAML text. */
export function yamlError(name: string, line: number, problem: string): Error {
  return invalidRequest(`${name}, line ${line}: ${problem}`);
}

/** The node that each alias stands for, found in one pass: `Alias.resolve` searches the whole document. */
function targetsOf(document: Document.Parsed): ReadonlyMap<Alias, Node> {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        const target = anchored.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if (node.anchor !== undefined) anchored.set(node.anchor, node);
    },
  });
  return targets;
}

class TreeBuilder {
  readonly #lines: LineCounter;
  readonly #name: string;
  readonly #targets: ReadonlyMap<Alias, Node>;
  #nodes = 0;

  constructor(document: Document.Parsed, lines: LineCounter, name: string) {
    this.#targets = targetsOf(document);
    this.#lines = lines;
    this.#name = name;
  }

  build(node: Node, depth = 0): YamlNode {
    const line = this.#lineOf(node);
    if (++this.#nodes > MAX_NODES || depth > MAX_DEPTH) {
      throw yamlError(this.#name, line, TOO_DEEP);
    }
    if (isAlias(node)) {
      const target = this.#targets.get(node);
      if (target === undefined) throw yamlError(this.#name, line, `there is no anchor &${node.source}.`);
      return this.build(target, depth + 1);
    }
    if (isScalar(node)) return { kind: 'scalar', line, ...this.#scalar(node.value, node.source, line) };
    if (isSeq(node)) {
      return {
        kind: 'list',
        line,
        items: node.items.map((item) => this.build(this.#part(item, line), depth + 1)),
      };
    }
    if (isMap(node)) return { kind: 'mapping', line, entries: this.#entries(node, depth) };
    throw yamlError(this.#name, line, 'expected a scalar, list or mapping.');
  }

  #entries(map: YAMLMap, depth: number): YamlMapping['entries'] {
    const entries = new Map<string, { line: number; node: YamlNode }>();
    const merged: YamlMapping[] = [];
    for (const { key, value } of map.items) {
      const line = this.#lineOf(key);
      if (!isScalar(key) || typeof key.value !== 'string') {
        throw yamlError(this.#name, line, 'a key must be a string; put it in quotes.');
      }
      const node = value === null ? EMPTY(line) : this.build(this.#part(value, line), depth + 1);
      if (key.value === '<<' && key.type === 'PLAIN') merged.push(...this.#mappingsIn(node));
      else entries.set(key.value, { line, node });
    }
    for (const mapping of merged) {
      for (const [name, entry] of mapping.entries) if (!entries.has(name)) entries.set(name, entry);
    }
    return entries;
  }

  /** The mappings of a merge key, whose entries a mapping takes over unless it has them itself. */
  #mappingsIn(node: YamlNode): readonly YamlMapping[] {
    const items = node.kind === 'list' ? node.items : [node];
    return items.map((item) => {
      if (item.kind === 'mapping') return item;
      throw yamlError(this.#name, item.line, 'a merge key << takes a mapping, or a list of mappings.');
    });
  }

  #part(value: unknown, line: number): Node {
    if (isAlias(value) || isScalar(value) || isSeq(value) || isMap(value)) return value;
    throw yamlError(this.#name, line, 'expected a scalar, list or mapping.');
  }

  #scalar(value: unknown, source: string | undefined, line: number): Pick<YamlScalar, 'value' | 'text'> {
    if (
      value === null ||
      typeof value === 'boolean' ||
      typeof value === 'number' ||
      typeof value === 'string'
    ) {
      return { value, text: source ?? String(value) };
    }
    throw yamlError(this.#name, line, 'expected a string, a number, true, false or null.');
  }

  #lineOf(node: unknown): number {
    const range = isAlias(node) || isScalar(node) || isSeq(node) || isMap(node) ? node.range : undefined;
    return this.#lines.linePos(range?.[0] ?? 0).line;
  }
}

const EMPTY = (line: number): YamlScalar => ({ kind: 'scalar', line, value: null, text: '' });

/** Adds a remedy to the most common errors of the parser. */
function sentence(code: string, message: string): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab cannot indent YAML; use spaces.';
    case 'DUPLICATE_KEY':
      return 'duplicate key in a mapping; remove one of them.';
    case 'TAG_RESOLVE_FAILED':
      return `${message}; use only plain strings, numbers, lists and mappings.`;
    default:
      return `invalid YAML: ${message}${message.endsWith('.') ? '' : '.'}`;
  }
}
