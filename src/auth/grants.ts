import type { Urn } from '../model/urn.ts';
import { CatalogError } from '../errors.ts';
import { UNAUTHORIZED, missingPrivilege, type Rights } from './rights.ts';

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

/** FORBIDDEN: an operation lacks a required grant. */
export class RefusedGrants extends CatalogError {
  readonly grants: GrantClause;

  constructor(message: string, grants: GrantClause) {
    super('FORBIDDEN', message);
    this.grants = grants;
  }
}

/**
 * Finds the grants of an operation. Throws FORBIDDEN with the message `denial` unless the actor holds at least one
 * grant of every clause. Judges all clauses before it returns. `denial` may depend on the clause that is not met.
 */
export async function findGrants(
  clauses: readonly GrantClause[],
  denial: Denial,
  rights: Rights,
): Promise<Grants> {
  const held: HeldGrant[] = [];
  for (const [privilege, urns] of singles(clauses)) {
    const denied = await rights.firstDenied(privilege, urns);
    if (denied !== undefined) {
      const refused = [{ privilege, urn: denied.urn }];
      throw new RefusedGrants(`${messageOf(denial, refused)} (${denied.reason})`, refused);
    }
    for (const urn of urns) held.push({ privilege, urn });
  }
  for (const clause of clauses.filter((one) => single(one) === undefined)) {
    const grant = await firstHeld(clause, rights);
    if (grant === undefined) throw new RefusedGrants(await denialOf(clause, denial, rights), clause);
    if (grant !== 'platform') held.push(grant);
  }
  return new Grants(held);
}

/** The first grant of the clause that is held; `platform` for a platform privilege. */
async function firstHeld(clause: GrantClause, rights: Rights): Promise<HeldGrant | 'platform' | undefined> {
  for (const { privilege, urn, covers } of clause) {
    if (urn === undefined) {
      if (rights.holds(privilege)) return 'platform';
    } else if (await rights.holdsOn(privilege, urn)) {
      return { privilege, urn: covers ?? urn };
    }
  }
  return undefined;
}

/** Clauses of one entity privilege without alternative, by privilege: each is decided once for all its entities. */
function singles(clauses: readonly GrantClause[]): ReadonlyMap<string, readonly Urn[]> {
  const urns = new Map<string, Set<Urn>>();
  for (const clause of clauses) {
    const only = single(clause);
    if (only === undefined) continue;
    const { privilege, urn } = only;
    urns.set(privilege, (urns.get(privilege) ?? new Set()).add(urn));
  }
  return new Map([...urns].map(([privilege, of]) => [privilege, [...of]]));
}

function single([only, ...others]: GrantClause): HeldGrant | undefined {
  if (only?.urn === undefined || only.covers !== undefined || others.length > 0) return undefined;
  return { privilege: only.privilege, urn: only.urn };
}

/** The denial; with the reason if only platform privileges are required. */
async function denialOf(clause: GrantClause, denial: Denial, rights: Rights): Promise<string> {
  const last = clause.at(-1);
  if (clause.some(({ urn }) => urn !== undefined)) {
    const refused =
      last?.urn === undefined ? undefined : await rights.firstDenied(last.privilege, [last.urn]);
    return messageOf(denial, clause, refused?.reason);
  }
  const message = messageOf(denial, clause);
  const privileges = clause.map(({ privilege }) => privilege);
  const reason = rights.denialOf(privileges) ?? '';
  if (denial !== NAMING_PRIVILEGES) return `${message} (${reason})`;
  return `${message} ${missingPrivilege(rights, privileges, reason)}`;
}

function messageOf(denial: Denial, refused: GrantClause, reason = ''): string {
  if (denial === NAMING_PRIVILEGES) return UNAUTHORIZED;
  return denial(refused, reason);
}
