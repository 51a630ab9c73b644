import type { Grant } from '../../model/access/grants.ts';
import type { Urn } from '../../model/urn.ts';
import { VOCABULARY, readRulesOf, type ReadRules } from '../../model/access/read-rules.ts';
import { FULL_READ_RULES } from '../../query/visibility/visibility.ts';
import type { TokenRestriction } from '../actor.ts';
import { TYPE_RIGHTS } from '../writes/write-rights.ts';

/** The effective rights of one actor under the current policies; computed once and reused by every request. */
export class ActorRights {
  /** True for the root actor and the server itself, which policies do not limit. */
  readonly isUnlimited: boolean;
  readonly grants: readonly Grant[];
  readonly #viewer: Urn | undefined;
  readonly #byPrivilege: ReadonlyMap<string, readonly Grant[]>;
  #readRules: ReadRules | undefined;

  constructor(
    grants: readonly Grant[],
    { isUnlimited = false, viewer }: { readonly isUnlimited?: boolean; readonly viewer?: Urn } = {},
  ) {
    this.isUnlimited = isUnlimited;
    this.#viewer = viewer;
    this.grants = grants;
    const byPrivilege = new Map<string, Grant[]>();
    for (const grant of grants) {
      for (const privilege of grant.privileges) {
        const known = byPrivilege.get(privilege);
        if (known === undefined) byPrivilege.set(privilege, [grant]);
        else known.push(grant);
      }
    }
    this.#byPrivilege = byPrivilege;
  }

  /** The grants that could allow the privilege. EDIT_ENTITY implies every EDIT_ privilege. */
  granting(privilege: string): readonly Grant[] {
    const own = this.#byPrivilege.get(privilege) ?? [];
    if (!privilege.startsWith('EDIT_') || privilege === 'EDIT_ENTITY') return own;
    return [...own, ...(this.#byPrivilege.get('EDIT_ENTITY') ?? [])];
  }

  /** The grant that allows a platform privilege; undefined when none does. */
  platformGrant(privilege: string): Grant | undefined {
    return this.#byPrivilege.get(privilege)?.find(({ isPlatform }) => isPlatform);
  }

  /** What the actor may see, within the restriction of its token, if any. */
  readRules(restriction: TokenRestriction | undefined): ReadRules {
    const isWhole = restriction?.entityTypes === undefined && restriction?.properties === undefined;
    if (isWhole) return (this.#readRules ??= this.#workOutReadRules(undefined));
    return this.#workOutReadRules(restriction);
  }

  /** Whether the actor may read anything at all. */
  get readsAnything(): boolean {
    const { entities, queriedTables } = this.readRules(undefined);
    return this.isUnlimited || entities?.length !== 0 || queriedTables.length > 0;
  }

  #workOutReadRules(restriction: TokenRestriction | undefined): ReadRules {
    if (this.isUnlimited && restriction === undefined) return FULL_READ_RULES;
    const guarded = Object.entries(TYPE_RIGHTS).flatMap(([entityType, { read }]) =>
      read === undefined ? [] : [{ entityType, isOpen: this.#holdsAny(read) }],
    );
    const { entityTypes: onlyTypes, properties: onlyProperties } = restriction ?? {};
    const isWanted = (entityType: string): boolean => onlyTypes?.includes(entityType) ?? true;
    return readRulesOf(this.isUnlimited ? [EVERYTHING_ALLOWED] : this.grants, {
      hiddenTypes: guarded.flatMap(({ entityType, isOpen }) => (isOpen ? [] : [entityType])),
      shownTypes: guarded.flatMap(({ entityType, isOpen }) =>
        isOpen && isWanted(entityType) && restriction === undefined ? [entityType] : [],
      ),
      onlyTypes: onlyTypes && [...onlyTypes, ...VOCABULARY],
      onlyProperties,
      viewer: this.#viewer,
    });
  }

  #holdsAny(privileges: readonly string[]): boolean {
    return this.isUnlimited || privileges.some((privilege) => this.platformGrant(privilege) !== undefined);
  }
}

/** The rights of the root actor that the restriction of its token limits. */
const EVERYTHING_ALLOWED: Pick<Grant, 'privileges' | 'where' | 'properties'> = {
  privileges: new Set(['VIEW_ENTITY_PAGE']),
  where: [],
  properties: [],
};
