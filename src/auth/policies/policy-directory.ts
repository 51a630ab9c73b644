import type { ActorFacts } from '../../model/access/grants.ts';
import { POLICY, parsePolicy, type Policy } from '../../model/access/policy.ts';
import { compareUrns, entityTypeOf, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import type { JsonObject } from '../../util/json.ts';

/** Memberships and state of a user or a group. */
interface Member {
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly isRemoved: boolean;
  readonly isSuspended: boolean;
}

type Aspects = ReadonlyMap<string, JsonObject>;

/** The aspects that rights depend on, by entity type. */
const RELEVANT: Readonly<Record<string, readonly string[]>> = {
  [POLICY.entityType]: [POLICY.infoAspect],
  corpuser: ['groupMembership', 'nativeGroupMembership', 'roleMembership', 'corpUserStatus', 'status'],
  corpGroup: ['roleMembership', 'status'],
};

/** The entity types that rights depend on. */
export const RIGHTS_TYPES: readonly string[] = Object.keys(RELEVANT);

/** Logs a warning. */
type Warn = (message: string) => void;

/** A user or group without relevant aspects: no groups, no roles, active. */
const NOBODY: Member = { groups: [], roles: [], isRemoved: false, isSuspended: false };

/**
 * In-memory policies and group and role memberships, as of the last `load`, `reload` or `refresh`. The write path
 * refreshes changed entities before it acknowledges a change, so the change takes effect with the next request.
 */
export class PolicyDirectory {
  readonly #policies = new Map<Urn, Policy>();
  readonly #members = new Map<string, Member>();
  #sorted: readonly Policy[] | undefined;
  #version = 0;
  #refreshing: Promise<void> = Promise.resolve();
  readonly #warn: Warn;

  constructor(warn: Warn) {
    this.#warn = warn;
  }

  /** Creates a directory with all policies and members of the store. `warn`: called for policies that grant nothing. */
  static async load(reader: SystemReader, warn: Warn = () => undefined): Promise<PolicyDirectory> {
    const directory = new PolicyDirectory(warn);
    await directory.#load(reader);
    return directory;
  }

  /** Replaces the whole content with the current state of the store. */
  reload(reader: SystemReader): Promise<void> {
    return this.#inTurn(async () => {
      const fresh = await PolicyDirectory.load(reader, this.#warn);
      replace(this.#policies, fresh.#policies);
      replace(this.#members, fresh.#members);
      this.#sorted = undefined;
      this.#version++;
    });
  }

  async #load(reader: SystemReader): Promise<void> {
    for (const [entityType, aspectNames] of Object.entries(RELEVANT)) {
      const found = new Map<Urn, Map<string, JsonObject>>();
      for (const aspectName of aspectNames) {
        for (const { aspect } of await reader.rowsOf(entityType, aspectName)) {
          const aspects = found.get(aspect.urn) ?? new Map<string, JsonObject>();
          found.set(aspect.urn, aspects.set(aspectName, aspect.value));
        }
      }
      for (const [urn, aspects] of found) this.#put(urn, aspects);
    }
  }

  /** Reloads these entities from the store; ignores types other than policies, users and groups. */
  refresh(reader: SystemReader, urns: Iterable<Urn>): Promise<void> {
    const changed = [...new Set(urns)].filter((urn) => Object.hasOwn(RELEVANT, entityTypeOf(urn)));
    if (changed.length === 0) return Promise.resolve();
    return this.#inTurn(() => this.#refresh(reader, changed));
  }

  /** Increases on every change of a policy or group, which may affect the rights of many users. */
  get version(): number {
    return this.#version;
  }

  /** All policies, in urn order. */
  policies(): readonly Policy[] {
    return (this.#sorted ??= [...this.#policies.values()].sort((a, b) => compareUrns(a.urn, b.urn)));
  }

  /** An object that identifies the actor's current state; the same object until the actor itself changes. */
  memberOf(actor: Urn): object {
    return this.#members.get(actor) ?? NOBODY;
  }

  /** The actor's groups and roles for policy evaluation, including roles of its groups. Ignores soft-deleted groups. */
  factsOf(actor: Urn): ActorFacts {
    const { groups: named, roles } = this.#members.get(actor) ?? NOBODY;
    const groups = new Map(
      named.flatMap((urn) => {
        const group = this.#members.get(urn) ?? NOBODY;
        return group.isRemoved ? [] : [[urn, group] as const];
      }),
    );
    const inherited = [...groups.values()].flatMap((group) => group.roles);
    return { urn: actor, groups: new Set(groups.keys()), roles: new Set([...roles, ...inherited]) };
  }

  /** Whether membership of the group grants rights: by a role, or by an active policy for the group or all groups. */
  givesRights(group: string): boolean {
    if ((this.#members.get(group)?.roles.length ?? 0) > 0) return true;
    return this.policies().some(
      ({ actors, isActive }) => isActive && (actors.allGroups || actors.groups.has(group)),
    );
  }

  /** Whether a policy, active or not, names the user. */
  names(user: string): boolean {
    return this.policies().some(({ actors }) => actors.users.has(user));
  }

  /** False for a user who is suspended or soft-deleted. */
  isActive(actor: Urn): boolean {
    const { isRemoved, isSuspended } = this.#members.get(actor) ?? NOBODY;
    return !isRemoved && !isSuspended;
  }

  /** Runs refreshes one at a time, so that an earlier read cannot overwrite a later one. */
  #inTurn(refresh: () => Promise<void>): Promise<void> {
    const refreshed = this.#refreshing.then(refresh);
    this.#refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  async #refresh(reader: SystemReader, urns: readonly Urn[]): Promise<void> {
    const entities = await reader.rows(urns);
    for (const urn of urns) {
      this.#policies.delete(urn);
      this.#sorted = undefined;
      this.#members.delete(urn);
      const rows = entities.get(urn)?.rows;
      const names = RELEVANT[entityTypeOf(urn)] ?? [];
      const found = names.flatMap((name) => {
        const row = rows?.get(name);
        return row === undefined ? [] : [[name, row.aspect.value] as const];
      });
      this.#put(urn, new Map(found));
      if (entityTypeOf(urn) !== 'corpuser') this.#version++;
    }
  }

  #put(urn: Urn, aspects: Aspects): void {
    if (aspects.size === 0) return;
    if (entityTypeOf(urn) !== POLICY.entityType) {
      this.#members.set(urn, memberFrom(aspects));
      return;
    }
    const info = aspects.get(POLICY.infoAspect);
    if (info === undefined) return;
    const policy = parsePolicy(urn, info);
    const { problems } = policy.constraints;
    if (problems.length > 0) this.#warn(`the policy ${urn} grants nothing. ${problems.join(' ')}`);
    this.#policies.set(urn, policy);
  }
}

function replace<K, V>(content: Map<K, V>, by: ReadonlyMap<K, V>): void {
  content.clear();
  for (const [key, value] of by) content.set(key, value);
}

function memberFrom(aspects: Aspects): Member {
  return {
    groups: [
      ...texts(aspects.get('groupMembership')?.['groups']),
      ...texts(aspects.get('nativeGroupMembership')?.['nativeGroups']),
    ],
    roles: texts(aspects.get('roleMembership')?.['roles']),
    isRemoved: isRemoved(aspects),
    isSuspended: aspects.get('corpUserStatus')?.['status'] === 'SUSPENDED',
  };
}

function isRemoved(aspects: Aspects): boolean {
  return aspects.get('status')?.['removed'] === true;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
