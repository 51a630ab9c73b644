import type { DescribedOperation } from '../../../operations/operation.ts';
import { json, type Node } from './node.ts';
import { operation } from './operation.ts';

/** Tag of the paths that DataHub does not have. */
export const OWN_TAG = 'Colophon';

/** A route that DataHub does not have. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path pattern, such as `/tokens/:id`. */
  readonly path: string;
  /** Absent: the name of the operation. */
  readonly id?: string;
  readonly operation: Pick<DescribedOperation, 'name' | 'effect'>;
  readonly summary: string;
  /** Query parameters. */
  readonly parameters?: readonly Node[];
  /** JSON Schema of the body; absent: it has none. */
  readonly bodySchema?: Node;
  readonly mayOmitBody?: boolean;
  /** Status of success; default 200. */
  readonly success?: 200 | 201 | 202;
  /** Whether a read may answer 404; a write always may. */
  readonly mayMiss?: boolean;
  /** Whether a read may answer 410; a write always may. */
  readonly mayExpire?: boolean;
}

/** The paths of these routes. */
export function ownPaths(routes: readonly DescribedRoute[]): Readonly<Record<string, Node>> {
  const paths: Record<string, Node> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route) };
  }
  return paths;
}

function describe(route: DescribedRoute): Node {
  const { bodySchema, mayExpire = false, mayMiss = false, mayOmitBody = false, path, success = 200 } = route;
  // What a write is about may not exist, may have changed, or may be kept no more.
  const isWrite = route.operation.effect === 'write';
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Node => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const parameters = [...named, ...(route.parameters ?? [])];
  return {
    ...operation({
      id: route.id ?? route.operation.name,
      summary: route.summary,
      tag: OWN_TAG,
      ...(bodySchema !== undefined && { body: json(bodySchema), mayOmitBody }),
      answer: { type: 'object' },
      success,
      mayMiss: mayMiss || isWrite,
      mayConflict: isWrite,
      mayExpire: mayExpire || isWrite,
    }),
    ...(parameters.length > 0 && { parameters }),
  };
}
