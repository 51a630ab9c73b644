import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Composer,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type Alias,
  type CST,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import { CatalogError } from '../errors.ts';
import { because, type Refusal } from '../refusals.ts';
import { atOnce, type Steps } from './concurrency/steps.ts';
import { isTurnOver } from './concurrency/turn-clock.ts';

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

/** A value in a mapping, with the line of its key. */
export interface YamlEntry {
  readonly line: number;
  readonly node: YamlNode;
}

/** A mapping with string keys. */
export interface YamlMapping {
  readonly kind: 'mapping';
  readonly line: number;
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

/** Maximum nodes of a tree: aliases are expanded, so a small file could produce a huge tree. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 64;
/** Maximum collections, keys and values that are open at once while a text is parsed. */
const MAX_STACK = 3 * MAX_DEPTH;
const MAX_MARKS = 1_000;
const TOO_DEEP =
  'the file is nested too deeply or its aliases expand too often; use fewer levels and aliases.';

/**
 * Parses all documents of a YAML text, with merge keys (`<<`); skips empty ones. INVALID_REQUEST with `name` and the line for syntax errors,
 * duplicate keys, unknown tags, keys that are not strings, more than 64 levels, or more than 100,000 nodes with aliases
 * expanded.
 */
export function parseYamlTree(text: string, name: string): readonly YamlNode[] {
  return atOnce(parseYamlInSteps(text, name));
}

/**
 * Parses all documents as {@link parseYamlTree}; steps end with the turn of the event loop, except while one document
 * is composed.
 */
export function* parseYamlInSteps(text: string, name: string): Steps<readonly YamlNode[]> {
  const lines = new LineCounter();
  const documents = yield* parseDocuments(text, lines, name);
  return documents.flatMap((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) {
      throw yamlError(
        name,
        lines.linePos(problem.pos[0]).line,
        sentence(problem.code, problem.message),
        refusalOf(problem.code),
      );
    }
    const { contents } = document;
    const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
    return isEmpty ? [] : [new TreeBuilder(document, lines, name).build(contents)];
  });
}

function* parseDocuments(text: string, lines: LineCounter, name: string): Steps<readonly Document.Parsed[]> {
  const tokens = yield* tokensIn(text, lines, name);
  // Keys are compared while the tree is built: the composer compares each with all others.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false });
  const documents: Document.Parsed[] = [];
  for (const token of tokens) {
    for (const document of composer.next(token)) documents.push(document);
    if (isTurnOver()) yield;
  }
  for (const document of composer.end()) documents.push(document);
  return documents;
}

/** Token of the lexer before the text of a scalar, and its other tokens that are not in the text. */
const BEGIN_TEXT = '\u001f';
// oxlint-disable-next-line no-control-regex -- the lexer uses control characters
const CONTROL = /^[\u0002\u0018\u001f]$/;

/** The tokens of each document. Refuses early what would take the composer much longer than other texts of its length. */
function* tokensIn(text: string, lines: LineCounter, name: string): Steps<readonly CST.Token[]> {
  const parser = new Parser(lines.addNewLine);
  // The parser reports only the ends of lines.
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  let brackets = 0;
  let marks = 0;
  let read = 0;
  let before = '';
  for (const lexeme of new Lexer().lex(text)) {
    const isText = before === BEGIN_TEXT;
    before = lexeme;
    if (isText) read += lexeme.length;
    else if (lexeme === '[' || lexeme === '{') brackets++;
    else if (lexeme === ']' || lexeme === '}') brackets--;
    else if (/^[!%]/.test(lexeme)) marks++;
    const line = (): number => lines.linePos(Math.max(0, read - 1)).line;
    if (brackets > MAX_DEPTH || parser.stack.length > MAX_STACK)
      throw yamlError(name, line(), TOO_DEEP, TOO_LARGE);
    if (brackets < 0) throw yamlError(name, line(), 'invalid YAML: a bracket is closed that was not opened.');
    if (marks > MAX_MARKS)
      throw yamlError(name, line(), `there are more than ${MAX_MARKS} tags and directives.`, TOO_LARGE);
    if (!isText && !CONTROL.test(lexeme)) read += lexeme.length;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (isTurnOver()) yield;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/** INVALID_REQUEST error that names a line of a YAML text. `refusal`: default: the text is not valid. */
export function yamlError(
  name: string,
  line: number,
  problem: string,
  refusal: Refusal = because('YAML_INVALID'),
): Error {
  const message = `${name}, line ${line}: ${problem}`;
  return new CatalogError('INVALID_REQUEST', message, {
    problems: [{ code: 'INVALID_REQUEST', message: problem, ...refusal, line }],
  });
}

/** The target node of each alias, found in one pass: `Alias.resolve` searches the whole document. */
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
      throw yamlError(this.#name, line, TOO_DEEP, TOO_LARGE);
    }
    if (isAlias(node)) {
      const target = this.#targets.get(node);
      if (target === undefined) {
        const refusal = because('YAML_ANCHOR_MISSING', { name: node.source });
        throw yamlError(this.#name, line, `there is no anchor &${node.source}.`, refusal);
      }
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
      else if (entries.has(key.value))
        throw yamlError(this.#name, line, DUPLICATE_KEY, because('YAML_KEY_TWICE'));
      else entries.set(key.value, { line, node });
    }
    for (const mapping of merged) {
      for (const [name, entry] of mapping.entries) if (!entries.has(name)) entries.set(name, entry);
    }
    return entries;
  }

  /** The mappings of a merge key, whose entries a mapping inherits unless it has them itself. */
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

const DUPLICATE_KEY = 'duplicate key in a mapping; remove one of them.';

const EMPTY = (line: number): YamlScalar => ({ kind: 'scalar', line, value: null, text: '' });

const TOO_LARGE = because('YAML_TOO_LARGE');

function refusalOf(code: string): Refusal {
  return code === 'TAB_AS_INDENT' ? because('YAML_TAB') : because('YAML_INVALID');
}

/** Adds a remedy to the most common errors of the parser. */
function sentence(code: string, message: string): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab cannot indent YAML; use spaces.';
    case 'TAG_RESOLVE_FAILED':
      return `${message}; use only plain strings, numbers, lists and mappings.`;
    default:
      return `invalid YAML: ${message}${message.endsWith('.') ? '' : '.'}`;
  }
}
