import { parseSync } from 'vite';

/** A place at which the server makes an error for its caller. */
export interface ThrowSite {
  readonly file: string;
  readonly line: number;
  /** Error code; undefined if it is computed. */
  readonly code: string | undefined;
  /** Whether it has a kind of refusal, or problems that have. */
  readonly isNamed: boolean;
  readonly source: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/**
 * Finds `new CatalogError(…)`, `invalidRequest(…)` and the constructors of classes that extend CatalogError. The third argument of each
 * says why; an object with nothing but a `cause` does not.
 */
export function findThrowSites(file: string, source: string): readonly ThrowSite[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const found: ThrowSite[] = [];
  walk(program as unknown as Node, false, (node, isInError) => {
    const called = calledBy(node, isInError);
    if (called === undefined) return;
    const given = list(node['arguments']);
    const literal = called === 'invalidRequest' ? 'INVALID_REQUEST' : given[0]?.['value'];
    found.push({
      file,
      line: source.slice(0, node.start).split('\n').length,
      code: typeof literal === 'string' ? literal : undefined,
      isNamed: saysWhy(given[2]),
      source: source.slice(node.start, node.end).replaceAll(/\s+/g, ' ').slice(0, 160),
    });
  });
  return found;
}

/** The function that makes an error, if the node calls one. */
function calledBy(node: Node, isInError: boolean): string | undefined {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  const callee = child(node, 'callee');
  if (callee?.type === 'Super') return isInError ? 'super' : undefined;
  const name = callee?.['name'];
  if (node.type === 'NewExpression') return name === 'CatalogError' ? name : undefined;
  return name === 'invalidRequest' ? name : undefined;
}

function saysWhy(argument: Node | undefined): boolean {
  if (argument === undefined) return false;
  if (argument.type !== 'ObjectExpression') return true;
  return list(argument['properties']).some((property) => {
    const name = child(property, 'key')?.['name'];
    return property.type === 'SpreadElement' || name === 'kind' || name === 'problems';
  });
}

function walk(node: Node, isInError: boolean, visit: (node: Node, isInError: boolean) => void): void {
  const isError =
    node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
      ? child(node, 'superClass')?.['name'] === 'CatalogError'
      : isInError;
  visit(node, isError);
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) walk(one, isError, visit);
  }
}

function child(node: Node, name: string): Node | undefined {
  const value = node[name];
  return isNode(value) ? value : undefined;
}

function list(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
