import type { Urn } from '../model/urn.ts';

/** Whether an operation reads, writes or deletes its subject. */
export type Effect = 'read' | 'write' | 'delete';

/** Selects a refusal message that names the caller and the missing platform privileges. */
export const NAMING_PRIVILEGES = Symbol('naming privileges');

/** A required privilege and the entity that it is required on; no urn for a platform privilege. */
export interface AskedGrant {
  readonly privilege: string;
  readonly urn?: Urn;
  /** The entity on which the grant then counts for writes (`granted-writes.ts`); absent: `urn`. */
  readonly covers?: Urn;
}

/** Alternatives: one of the grants must be held. */
export type GrantClause = readonly AskedGrant[];

/**
 * The message of a refusal. The reason is appended where it is unambiguous: for a grant without alternatives, and for
 * platform privileges. `reason`: for the other cases, why the last of the grants is not held.
 */
export type Denial = ((refused: GrantClause, reason: string) => string) | typeof NAMING_PRIVILEGES;

/** A privilege held on an entity. */
export interface HeldGrant {
  readonly privilege: string;
  readonly urn: Urn;
}

/**
 * The privileges that one operation was granted, each on an entity. Its writes to parts of these entities, and to
 * entities that belong to them, need no further right (`writes/granted-writes.ts`). Only `findGrants` creates a
 * non-empty one.
 */
export class Grants {
  readonly #entities = new Map<string, Set<Urn>>();

  constructor(held: readonly HeldGrant[] = []) {
    for (const { privilege, urn } of held) {
      const urns = this.#entities.get(privilege);
      if (urns === undefined) this.#entities.set(privilege, new Set([urn]));
      else urns.add(urn);
    }
  }

  /** Whether one of the privileges is held on any entity. */
  hasAny(privileges: readonly string[]): boolean {
    return privileges.some((privilege) => this.#entities.has(privilege));
  }

  /** Whether one of the privileges is held on this entity. */
  has(privileges: readonly string[], urn: Urn): boolean {
    return privileges.some((privilege) => this.#entities.get(privilege)?.has(urn) === true);
  }

  /** Privileges that are held on this entity. */
  on(urn: Urn): readonly string[] {
    return [...this.#entities].flatMap(([privilege, urns]) => (urns.has(urn) ? [privilege] : []));
  }
}

/** Grants of a write without an operation: only the general rules judge it. */
export const NOTHING_GRANTED = new Grants();
