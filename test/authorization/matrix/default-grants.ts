import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A caller, in the terms of the default policies. */
export interface Person {
  readonly role: 'Reader' | 'Editor' | 'Admin' | undefined;
  /** Whether the person owns all entities of the operations. */
  readonly isOwner: boolean;
  /** Whether the token may only read. */
  readonly onlyReads: boolean;
}

interface PolicyText {
  readonly type: 'PLATFORM' | 'METADATA';
  readonly state: string;
  readonly privileges: readonly string[];
  readonly actors: {
    readonly allUsers: boolean;
    readonly resourceOwners: boolean;
    readonly roles?: readonly string[];
  };
  readonly resources?: {
    readonly filter?: { readonly criteria: readonly { readonly field: string; readonly values: string[] }[] };
  };
}

const FILE = join(import.meta.dirname, '..', '..', '..', 'registry', 'bootstrap', 'once', 'policies.json');
const FILE_ENTRIES: readonly { readonly aspects: { readonly dataHubPolicyInfo: PolicyText } }[] = JSON.parse(
  readFileSync(FILE, 'utf8'),
);
const POLICIES = FILE_ENTRIES.map(({ aspects }) => aspects.dataHubPolicyInfo);

/** Whether the policies of a new catalog grant a platform privilege. */
export function holds(person: Person, privilege: string): boolean {
  return (
    isLeft(person, privilege) &&
    POLICIES.some((policy) => policy.type === 'PLATFORM' && gives(policy, person, privilege))
  );
}

/** Whether they grant it on an entity of this type. EDIT_ENTITY includes editing every part. */
export function holdsOn(person: Person, privilege: string, entityType: string): boolean {
  if (!isLeft(person, privilege)) return false;
  const wider = privilege.startsWith('EDIT_') ? [privilege, 'EDIT_ENTITY'] : [privilege];
  return POLICIES.some(
    (policy) =>
      policy.type === 'METADATA' &&
      typesOf(policy)?.includes(entityType) !== false &&
      wider.some((name) => gives(policy, person, name)),
  );
}

/** Whether a read-only token keeps the privilege: only privileges to read remain. */
function isLeft({ onlyReads }: Person, privilege: string): boolean {
  return !onlyReads || /^(GET|VIEW|SEARCH|EXISTS)_/.test(privilege);
}

function gives(
  { state, actors, privileges }: PolicyText,
  { role, isOwner }: Person,
  privilege: string,
): boolean {
  const isFor =
    actors.allUsers ||
    (actors.resourceOwners && isOwner) ||
    (role !== undefined && actors.roles?.includes(`urn:li:dataHubRole:${role}`) === true);
  return state === 'ACTIVE' && isFor && privileges.includes(privilege);
}

/** The types that a policy is limited to; undefined when it is not. */
function typesOf({ resources }: PolicyText): readonly string[] | undefined {
  const criteria = resources?.filter?.criteria ?? [];
  const other = criteria.find(({ field }) => field !== 'TYPE');
  if (other !== undefined) throw new Error(`A default policy uses ${other.field}: add it to this test.`);
  return criteria[0]?.values;
}
