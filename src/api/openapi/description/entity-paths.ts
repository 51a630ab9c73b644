import { json, ref, type Node } from './node.ts';
import { operation } from './operation.ts';
import { CONDITIONS, parameters } from './parameters.ts';

/** The parts in which the descriptions of entity and aspect paths differ. */
interface PathParts {
  readonly tag: string;
  /** Names of the path parameters. */
  readonly path: readonly string[];
  /** The id of the operation with this verb. */
  readonly idOf: (verb: string) => string;
  /** The entity or aspect, in summaries. */
  readonly what: string;
  readonly answer: Node;
}

/** Path of an entity. */
export function entityPath(parts: PathParts): Node {
  const { tag, path, idOf, what, answer } = parts;
  return {
    parameters: parameters(...path),
    get: operation({
      id: idOf('get'),
      summary: `Read ${what}`,
      tag,
      answer,
      mayMiss: true,
      parameters: ['systemMetadata', 'aspects', 'aspectNames', 'asOf'],
    }),
    head: presence(`Whether ${what} exists`, parts),
    delete: operation({
      id: idOf('delete'),
      summary: `Delete ${what}, or some of its aspects`,
      tag,
      parameters: ['aspects', 'aspectNames', 'clear'],
    }),
  };
}

/** Path of an aspect. */
export function aspectPath(
  parts: PathParts & {
    /** Summary of the existence check. */
    readonly whether: string;
    /** Schema of the body of a POST. */
    readonly written: Node;
    /** Schema of the answer to a write. */
    readonly afterWrite: Node;
    /** The parameter that refuses existing aspects. */
    readonly createIfNotExists: string;
  },
): Node {
  const { tag, path, idOf, what, answer, whether, written, afterWrite, createIfNotExists } = parts;
  // If the aspect is a parameter, the entity type may not have it.
  const mayMiss = path.includes('aspectName');
  const write = { tag, answer: afterWrite, writes: true, mayMiss };
  return {
    parameters: parameters(...path),
    get: operation({
      id: idOf('get'),
      summary: `Read ${what}`,
      tag,
      answer,
      mayMiss: true,
      parameters: ['systemMetadata', 'version', 'asOf'],
    }),
    head: presence(whether, parts),
    post: operation({
      ...write,
      id: idOf('write'),
      summary: `Write ${what}`,
      body: json(written),
      parameters: ['async', 'systemMetadata', createIfNotExists, 'createIfEntityNotExists'],
    }),
    patch: operation({
      // A patch of a missing aspect that only removes elements creates nothing.
      ...write,
      id: idOf('patch'),
      summary: `Patch ${what}`,
      mayMiss: true,
      parameters: ['async', 'systemMetadata'],
      body: {
        ...json(ref('schemas', 'Patch')),
        ...json(ref('schemas', 'Patch'), 'application/json-patch+json'),
      },
    }),
    delete: operation({
      id: idOf('delete'),
      summary: `Delete ${what}`,
      tag,
      mayMiss,
      parameters: CONDITIONS,
    }),
  };
}

function presence(summary: string, { tag, idOf }: PathParts): Node {
  const parts = { id: idOf('has'), summary, tag, mayMiss: true, parameters: ['includeSoftDelete'] };
  return operation({ ...parts, success: 204 });
}
