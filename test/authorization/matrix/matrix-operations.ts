import type { DocumentedNeed } from './documented-needs.ts';

/** API of a request, which determines the form of its answer. */
export type Protocol = 'graphql' | 'openapi' | 'restli' | 'colophon';

/** A change of one aspect, or of a whole entity. */
export interface Change {
  readonly operation: 'create' | 'update' | 'remove';
  readonly entityType: string;
  /** Undefined for the whole entity. */
  readonly aspect?: string;
  /** Whether the entity is not one of the world: nobody owns it yet. */
  readonly isNew?: boolean;
}

/** Facts about the caller that some requests need. */
export interface Asking {
  readonly urn: string;
  /** Text and id of an access token of the caller that nothing else uses. */
  readonly token: string;
  readonly tokenId: string;
}

/** A request without its token. */
export interface Wish {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An operation of the server, with a valid request for it. */
export interface Operation {
  /** Name in docs/privileges.md. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly need: DocumentedNeed;
  /** Type of the entity of the request. */
  readonly about: string;
  /** Writes of the request, if the need is `write`. */
  readonly changes: readonly Change[];
  readonly wish: (asking: Asking) => Wish;
}

/** Whether the answer to this may have changed the world. */
export function mayChange({ wish, name, protocol, need }: Operation): boolean {
  if (need.kind === 'write') return true;
  if (protocol === 'graphql') return !name.startsWith('query ');
  return need.kind === 'privilege' && wish({ urn: '', token: '', tokenId: '' }).method !== 'GET';
}

/** Whether the answer to this may have deleted an entity to which others refer. */
export function mayDelete(operation: Operation): boolean {
  return mayChange(operation) && /delete|remove|undo|rollback/i.test(operation.name);
}
