import { dirname, join } from 'node:path';
import { childrenOf, list, member, parsedFile, type Node } from '../syntax-tree.ts';

/** A place at which a program parses a message that is meant for people. */
export interface Reading {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

/** Members and variables that hold messages of the server, on any object. */
const SENTENCE =
  /^(?!\w*Per[A-Z])(?:\w*[a-z])?(?:[Mm]essages?|[Rr]easons?|[Rr]efusals?|[Rr]emarks?|[Rr]emedy|errorText)$/;
/** Functions that return a message of the server. */
const SENTENCE_OF = /^(?:messageOf|problemText|reasonText|textsByPart)$/;
/** Members that hold a message if the name of their object indicates an error or a reason. */
const TEXT_OF: Readonly<Record<string, RegExp>> = { text: SENTENCE, stack: /./ };
/** Methods that return their string unchanged or shortened. */
const HARMLESS: ReadonlySet<string> = new Set([
  'trim',
  'trimEnd',
  'toString',
  'concat',
  'at',
  'map',
  'flatMap',
  'filter',
  'find',
  'join',
  'push',
  'slice',
  'forEach',
  'entries',
  'values',
  'keys',
  'some',
  'every',
]);
/** Methods that search their string. */
const SEARCHING =
  /^(?:includes|startsWith|endsWith|indexOf|lastIndexOf|search|match|matchAll|split|replace|replaceAll|localeCompare|charAt|charCodeAt|codePointAt|substring|substr|toLowerCase|toUpperCase|normalize)$/;
/** Methods and functions that search their argument. */
const LOOKING_INTO =
  /^(?:test|exec|get|has|includes|indexOf|startsWith|endsWith|match|matchAll|parse|from|Number|parseInt|parseFloat|RegExp|compare|call|apply)$/;

/** A source file of the program. */
export interface SourceFile {
  readonly file: string;
  readonly source: string;
}

/**
 * Finds where a TypeScript program searches, compares, splits or looks up messages of the server. Follows variables within a file, and
 * arguments into functions of all files.
 */
export function findReadings(files: readonly SourceFile[]): readonly Reading[] {
  const parsed = files.map(({ file, source }) => ({ file, source, root: parsedFile(file, source) }));
  const taken = new Set<string>();
  const knownIn = new Map(parsed.map(({ file }) => [file, new Set<string>()]));
  for (let size = -1; size < taken.size;) {
    size = taken.size;
    for (const one of parsed) follow(one, knownIn.get(one.file) ?? new Set(), taken);
  }
  return parsed.flatMap(({ file, root, source }) => {
    const found: Reading[] = [];
    const known = knownIn.get(file) ?? new Set();
    walk(root, (node) => {
      if (!reads(node, known)) return;
      const line = source.slice(0, node.start).split('\n').length;
      const code = source.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 120);
      found.push({ file, line, code });
    });
    return found;
  });
}

/** Adds variables that hold messages to `known`, and parameters of functions that receive them (`file#name:position`) to `taken`. */
function follow(
  { file, root }: { readonly file: string; readonly root: Node },
  known: Set<string>,
  taken: Set<string>,
): void {
  const imported = importsOf(file, root);
  for (let size = -1; size < known.size;) {
    size = known.size;
    walk(root, (node) => {
      if (node.type === 'CallExpression') {
        const name = nameOf(member(node, 'callee'));
        const called = name && (imported.get(name) ?? `${file}#${name}`);
        for (const [i, argument] of list(node['arguments']).entries())
          if (called !== undefined && isSentence(argument, known)) taken.add(`${called}:${i}`);
      }
      const isVariable = node.type === 'VariableDeclarator';
      const name = isVariable || node.type === 'FunctionDeclaration' ? nameOf(member(node, 'id')) : undefined;
      if (name === undefined) return;
      const value = isVariable ? member(node, 'init') : node;
      if (isVariable && isSentence(value, known)) known.add(name);
      for (const [i, parameter] of list(value?.['params']).entries()) {
        const inner = nameOf(parameter);
        if (inner !== undefined && taken.has(`${file}#${name}:${i}`)) known.add(inner);
      }
    });
  }
}

/** Imports from other files of the program: the exported name as `file#name`, by the local name. */
function importsOf(file: string, root: Node): ReadonlyMap<string, string> {
  const imports = list(root['body']).filter(({ type }) => type === 'ImportDeclaration');
  return new Map(
    imports.flatMap((node) => {
      const from = String(member(node, 'source')?.['value']);
      const path = from.startsWith('.') ? join(dirname(file), from) : from;
      return list(node['specifiers']).map((one): readonly [string, string] => {
        const local = nameOf(member(one, 'local')) ?? '';
        return [local, `${path}#${nameOf(member(one, 'imported')) ?? local}`];
      });
    }),
  );
}

function reads(node: Node, known: ReadonlySet<string>): boolean {
  const is = (name: string): boolean => isSentence(member(node, name), known);
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression': {
      const callee = member(node, 'callee');
      const object = callee && member(callee, 'object');
      const method = calledName(callee);
      if (method === undefined) return false;
      if (SEARCHING.test(method) && isSentence(object, known)) return true;
      return LOOKING_INTO.test(method) && list(node['arguments']).some((one) => isSentence(one, known));
    }
    case 'BinaryExpression':
      return /^[!=]==?$/.test(String(node['operator']))
        ? (is('left') && isWord(member(node, 'right'))) || (is('right') && isWord(member(node, 'left')))
        : /^(?:[<>]=?|in)$/.test(String(node['operator'])) && (is('left') || is('right'));
    case 'SwitchStatement':
      return is('discriminant');
    case 'MemberExpression':
      // A table keyed by messages, or a character of one.
      return node['computed'] === true && is('property');
    case 'SpreadElement':
      return is('argument') && /[^s]$/.test(lastName(member(node, 'argument')));
    default:
      return false;
  }
}

/** Whether an expression may hold a message of the server. */
function isSentence(node: Node | undefined, known: ReadonlySet<string>): boolean {
  if (node === undefined) return false;
  const of = (name: string): boolean => isSentence(member(node, name), known);
  switch (node.type) {
    case 'Identifier':
      return known.has(String(node['name'])) || SENTENCE.test(String(node['name']));
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
    case 'AwaitExpression':
      return of('expression') || of('argument');
    case 'LogicalExpression':
      return of('left') || of('right');
    case 'ConditionalExpression':
      return of('consequent') || of('alternate');
    case 'TemplateLiteral':
      return list(node['expressions']).some((one) => isSentence(one, known));
    case 'MemberExpression': {
      const name = nameOf(member(node, 'property'));
      if (name === undefined) return false;
      if (SENTENCE.test(name)) return true;
      const owner = nameOf(member(node, 'object')) ?? nameOf(member(member(node, 'object'), 'property'));
      return owner !== undefined && Object.hasOwn(TEXT_OF, name) && TEXT_OF[name]?.test(owner) === true;
    }
    case 'CallExpression': {
      const callee = member(node, 'callee');
      const name = calledName(callee) ?? '';
      if (SENTENCE_OF.test(name)) return true;
      if (name === 'String')
        return list(node['arguments']).some((one) => isSentence(one, known) || isError(one));
      return (
        (HARMLESS.has(name) || SEARCHING.test(name)) && isSentence(callee && member(callee, 'object'), known)
      );
    }
    default:
      return false;
  }
}

/** `String(error)` is its message. */
function isError(node: Node): boolean {
  return /^(?:\w*[a-z])?(?:error|Error|failure|Failure)$/.test(nameOf(node) ?? '');
}

/** Whether it is a string literal that a message is compared with. Comparing with the empty string is allowed. */
function isWord(node: Node | undefined): boolean {
  if (node?.type === 'TemplateLiteral') return true;
  return node?.type === 'Literal' && typeof node['value'] === 'string' && node['value'] !== '';
}

function calledName(callee: Node | undefined): string | undefined {
  if (callee === undefined) return undefined;
  return nameOf(callee.type === 'MemberExpression' ? member(callee, 'property') : callee);
}

/** The name of a variable, or of the member of a path; empty for other expressions. */
function lastName(node: Node | undefined): string {
  return nameOf(node?.type === 'MemberExpression' ? member(node, 'property') : node) ?? '';
}

/** The name of a variable or a member, also of `x['name']`. */
function nameOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Identifier') return String(node['name']);
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}
