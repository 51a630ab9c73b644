import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { Alias, Document, Node, YAMLMap } from 'yaml';
import { invalidRequest } from '../errors.ts';

/** A part of a YAML text together with the line on which it starts (from 1), so that complaints can say where. */
export type YamlNode = YamlScalar | YamlList | YamlMapping;

/** A single value; `text` is what stands in the file, so that `0042` or `1.10` is not lost to a number. */
export interface YamlScalar {
  readonly kind: 'scalar';
  readonly line: number;
  readonly value: string | number | boolean | null;
  readonly text: string;
}

/** A list. */
export interface YamlList {
  readonly kind: 'list';
  readonly line: number;
  readonly items: readonly YamlNode[];
}

/** A mapping whose keys are texts; each entry with the line of its key. */
export interface YamlMapping {
  readonly kind: 'mapping';
  readonly line: number;
  readonly entries: ReadonlyMap<string, { readonly line: number; readonly node: YamlNode }>;
}

/** Aliases are followed, so that a small file could stand for a huge tree; more parts than this are refused. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 64;
const TOO_DEEP = 'the file nests too deep or its aliases multiply too often; write it out.';

/**
 * Parses every document of a YAML text; empty documents are left out. Throws INVALID_REQUEST with `name` and the
 * line for anything that is not plain data: syntax errors, duplicate keys, unknown tags, keys that are no texts,
 * aliases that multiply beyond reason.
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
    // The parser is recursive: brackets by the thousand exhaust its stack.
    if (error instanceof RangeError) throw yamlError(name, 1, TOO_DEEP);
    throw error;
  }
}

/** The error for a place in a YAML text. */
export function yamlError(name: string, line: number, problem: string): Error {
  return invalidRequest(`${name}, line ${line}: ${problem}`);
}

class TreeBuilder {
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #name: string;
  /** What aliases stand for; the parser searches the whole document each time it is asked. */
  readonly #targets = new Map<Alias, Node | undefined>();
  #nodes = 0;

  constructor(document: Document.Parsed, lines: LineCounter, name: string) {
    this.#document = document;
    this.#lines = lines;
    this.#name = name;
  }

  build(node: Node, depth = 0): YamlNode {
    const line = this.#lineOf(node);
    if (++this.#nodes > MAX_NODES || depth > MAX_DEPTH) {
      throw yamlError(this.#name, line, TOO_DEEP);
    }
    if (isAlias(node)) {
      const target = this.#targetOf(node);
      if (target === undefined) throw yamlError(this.#name, line, `nothing is anchored as &${node.source}.`);
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
    throw yamlError(this.#name, line, 'this is no scalar, list or mapping.');
  }

  #targetOf(alias: Alias): Node | undefined {
    const known = this.#targets.get(alias) ?? alias.resolve(this.#document);
    this.#targets.set(alias, known);
    return known;
  }

  #entries(map: YAMLMap, depth: number): YamlMapping['entries'] {
    const entries = new Map<string, { line: number; node: YamlNode }>();
    for (const { key, value } of map.items) {
      const line = this.#lineOf(key);
      if (!isScalar(key) || typeof key.value !== 'string') {
        throw yamlError(this.#name, line, 'a key must be a text; put it in quotes.');
      }
      const node = value === null ? EMPTY(line) : this.build(this.#part(value, line), depth + 1);
      entries.set(key.value, { line, node });
    }
    return entries;
  }

  #part(value: unknown, line: number): Node {
    if (isAlias(value) || isScalar(value) || isSeq(value) || isMap(value)) return value;
    throw yamlError(this.#name, line, 'this is no scalar, list or mapping.');
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
    throw yamlError(this.#name, line, 'only texts, numbers, true, false and null may stand here.');
  }

  #lineOf(node: unknown): number {
    const range = isAlias(node) || isScalar(node) || isSeq(node) || isMap(node) ? node.range : undefined;
    return this.#lines.linePos(range?.[0] ?? 0).line;
  }
}

const EMPTY = (line: number): YamlScalar => ({ kind: 'scalar', line, value: null, text: '' });

/** The parser's commonest complaints in words that say what to do. */
function sentence(code: string, message: string): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab cannot indent YAML; use spaces.';
    case 'DUPLICATE_KEY':
      return 'the same key stands twice in one mapping; keep one of them.';
    case 'TAG_RESOLVE_FAILED':
      return `${message}; only plain texts, numbers, lists and mappings are read.`;
    default:
      return `this is not valid YAML: ${message}${message.endsWith('.') ? '' : '.'}`;
  }
}
