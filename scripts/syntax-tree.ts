import { parseSync } from 'vite';

/** A node of the syntax tree of a TypeScript file. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Parses a file into its syntax tree. Throws if it is malformed. */
export function parsedFile(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message ?? ''}`);
  return program as unknown as Node;
}

/** A member of a node that is a node itself; undefined: it is missing, or something else. */
export function member(node: Node | undefined, name: string): Node | undefined {
  const value = node?.[name];
  return isNode(value) ? value : undefined;
}

/** The nodes of a list; empty for anything else. */
export function list(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The nodes directly within a node. */
export function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) => (isNode(value) ? [value] : list(value)));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
