import { CatalogError } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import { NAMING_PRIVILEGES, Grants, type Denial, type GrantClause, type HeldGrant } from './grants.ts';
import { UNAUTHORIZED, missingPrivilege, type Rights } from './rights.ts';

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
