import type { DocumentedNeed } from './documented-needs.ts';

/** The forms in which answers come. */
export type Protocol = 'graphql' | 'openapi' | 'restli' | 'colophon';

/** A change of one aspect, or of a whole entity. */
export interface Change {
  readonly operation: 'create' | 'update' | 'remove';
  readonly entityType: string;
  /** Undefined for the whole entity. */
  readonly aspect?: string;
  /** Whether the entity is none of the world's: nobody owns it yet. */
  readonly isNew?: boolean;
}

/** What some requests have to know of whoever sends them. */
export interface Asking {
  readonly urn: string;
  /** Text and id of an access token of the caller's that nothing else depends on. */
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

/** One thing that can be asked of the server, with a request for it that is in order. */
export interface Operation {
  /** As the page of privileges names it. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly need: DocumentedNeed;
  /** Type of the entity that the request is about. */
  readonly about: string;
  /** What the request would write, where the need is `write`. */
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
