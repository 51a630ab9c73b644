import { childrenOf, list, member, parsedFile, type Node } from '../syntax-tree.ts';

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

/**
 * Finds `new CatalogError(…)`, `invalidRequest(…)` and the constructors of classes that extend CatalogError. The third argument of each
 * says why; an object with nothing but a `cause` does not.
 */
export function findThrowSites(file: string, source: string): readonly ThrowSite[] {
  const found: ThrowSite[] = [];
  walk(parsedFile(file, source), false, (node, isInError) => {
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
  const callee = member(node, 'callee');
  if (callee?.type === 'Super') return isInError ? 'super' : undefined;
  const name = callee?.['name'];
  if (node.type === 'NewExpression') return name === 'CatalogError' ? name : undefined;
  return name === 'invalidRequest' ? name : undefined;
}

function saysWhy(argument: Node | undefined): boolean {
  if (argument === undefined) return false;
  if (argument.type !== 'ObjectExpression') return true;
  return list(argument['properties']).some((property) => {
    const name = member(property, 'key')?.['name'];
    return property.type === 'SpreadElement' || name === 'kind' || name === 'problems';
  });
}

function walk(node: Node, isInError: boolean, visit: (node: Node, isInError: boolean) => void): void {
  const isError =
    node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
      ? member(node, 'superClass')?.['name'] === 'CatalogError'
      : isInError;
  visit(node, isError);
  for (const child of childrenOf(node)) walk(child, isError, visit);
}
