import type { Grant } from '../model/grants.ts';
import type { Sight } from '../model/sight.ts';
import type { Urn } from '../model/urn.ts';
import { VOCABULARY, sightOf } from '../model/sight.ts';
import { FULL_SIGHT } from '../query/visibility.ts';
import type { TokenNarrowing } from './actor.ts';
import { TYPE_RIGHTS } from './write-rights.ts';

/** The effective rights of one actor under the current policies; computed once and reused by every request. */
export class ActorRights {
  /** True for the root actor and the server itself, which policies do not limit. */
  readonly isUnlimited: boolean;
  readonly grants: readonly Grant[];
  readonly #viewer: Urn | undefined;
  readonly #byPrivilege: ReadonlyMap<string, readonly Grant[]>;
  #sight: Sight | undefined;

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

  /** What the actor may see, restricted by the narrowing of the token if it has one. */
  sight(narrowing: TokenNarrowing | undefined): Sight {
    const isWhole = narrowing?.entityTypes === undefined && narrowing?.properties === undefined;
    if (isWhole) return (this.#sight ??= this.#workOutSight(undefined));
    return this.#workOutSight(narrowing);
  }

  /** Whether anything may be read at all. */
  get readsAnything(): boolean {
    return this.isUnlimited || this.sight(undefined).entities?.length !== 0;
  }

  #workOutSight(narrowing: TokenNarrowing | undefined): Sight {
    if (this.isUnlimited && narrowing === undefined) return FULL_SIGHT;
    const guarded = Object.entries(TYPE_RIGHTS).flatMap(([entityType, { read }]) =>
      read === undefined ? [] : [{ entityType, isOpen: this.#holdsAny(read) }],
    );
    const { entityTypes: onlyTypes, properties: onlyProperties } = narrowing ?? {};
    const isWanted = (entityType: string): boolean => onlyTypes?.includes(entityType) ?? true;
    return sightOf(this.isUnlimited ? [EVERYTHING_ALLOWED] : this.grants, {
      hiddenTypes: guarded.flatMap(({ entityType, isOpen }) => (isOpen ? [] : [entityType])),
      shownTypes: guarded.flatMap(({ entityType, isOpen }) =>
        isOpen && isWanted(entityType) && narrowing === undefined ? [entityType] : [],
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

/** The rights from which the narrowing of a root actor's token takes away. */
const EVERYTHING_ALLOWED: Pick<Grant, 'privileges' | 'where' | 'properties'> = {
  privileges: new Set(['VIEW_ENTITY_PAGE']),
  where: [],
  properties: [],
};
