import type { Urn } from '../model/urn.ts';

/**
 * Entity privileges that one request has checked and been granted, each with the entity that it was checked on. What
 * they open is in `withoutOpened`.
 */
export class PassedChecks {
  readonly #entities = new Map<string, Set<Urn>>();

  /** Records that the privilege is held on the entity. */
  note(privilege: string, urn: Urn): void {
    const noted = this.#entities.get(privilege);
    if (noted === undefined) this.#entities.set(privilege, new Set([urn]));
    else noted.add(urn);
  }

  /** Whether one of the privileges was checked on any entity. */
  hasAny(privileges: readonly string[]): boolean {
    return privileges.some((privilege) => this.#entities.has(privilege));
  }

  /** Whether one of the privileges was checked on this entity. */
  has(privileges: readonly string[], urn: Urn): boolean {
    return privileges.some((privilege) => this.#entities.get(privilege)?.has(urn) === true);
  }

  /** Privileges that were checked on this entity. */
  on(urn: Urn): readonly string[] {
    return [...this.#entities].flatMap(([privilege, urns]) => (urns.has(urn) ? [privilege] : []));
  }
}
