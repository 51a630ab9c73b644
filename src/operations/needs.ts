import type { AskedGrant, GrantClause } from '../auth/grants.ts';
import { PLATFORM_PRIVILEGES } from '../model/access/privileges.ts';
import type { Urn } from '../model/urn.ts';
import type { Reading } from './work.ts';

interface Holder {
  readonly urn: Urn;
}

/** One of the platform privileges. */
interface OnPlatform {
  readonly kind: 'platform';
  readonly anyOf: readonly string[];
}

/** One of the privileges on every entity that `on` returns; platform privileges count without an entity. */
interface OnEntities<Input> {
  readonly anyOf: readonly string[];
  readonly on: (input: Input) => Holder | readonly Holder[];
}

/** Privileges that follow from the input and from what is stored. */
interface Judged<Input> {
  /** Every privilege that the clauses can ask for. */
  readonly anyOf: readonly string[];
  /** One grant of each clause is needed. */
  readonly clauses: (
    input: Input,
    reading: Reading,
  ) => readonly GrantClause[] | Promise<readonly GrantClause[]>;
  /** What documentation says instead, when most input needs no privilege. */
  readonly documented?: NeedDescription;
}

/** What documentation says of a need. */
export type NeedDescription =
  /**
   * `nothing`: not even a token. `token`: nothing more; it concerns the caller only, or reveals nothing. `read`: nothing
   * more; it shows what policies let the caller read. `write`: the rights on what is written, by entity type and aspect,
   * as for the same write by REST.
   */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'token' | 'read' | 'write' }
  /** One of the privileges: on the catalog, or on entities. */
  | { readonly kind: 'platform' | 'entity'; readonly anyOf: readonly string[] };

/** What an operation needs besides a valid token. */
export type Need<Input> =
  | Extract<NeedDescription, { readonly kind: 'token' | 'read' | 'write' }>
  | OnPlatform
  | OnEntities<Input>
  | Judged<Input>;

export const TOKEN = { kind: 'token' } as const;
export const READ = { kind: 'read' } as const;
export const WRITE = { kind: 'write' } as const;

/** One of the platform privileges. */
export function platform(...anyOf: readonly string[]): Need<unknown> {
  return { kind: 'platform', anyOf };
}

const PLATFORM: ReadonlySet<string> = new Set(PLATFORM_PRIVILEGES.map(({ name }) => name));

/** A clause of the privileges, on the entity where they are not platform privileges. */
export function clauseOf(anyOf: readonly string[], { urn }: Holder): GrantClause {
  return anyOf.map((privilege): AskedGrant => (PLATFORM.has(privilege) ? { privilege } : { privilege, urn }));
}

/** What a need asks for with this input. */
export async function clausesOf<Input>(
  need: Need<Input>,
  input: Input,
  reading: Reading,
): Promise<readonly GrantClause[]> {
  if ('clauses' in need) return need.clauses(input, reading);
  if ('on' in need) return [need.on(input)].flat().map((entity) => clauseOf(need.anyOf, entity));
  if (need.kind !== 'platform') return [];
  return [need.anyOf.map((privilege) => ({ privilege }))];
}

/** All needs of an operation as one: the privileges that each of them asks for. */
export function describeNeeds<Input>(needs: Need<Input> | readonly Need<Input>[]): NeedDescription {
  const all = [needs].flat();
  const documented = all.find((need) => 'clauses' in need)?.documented;
  if (documented !== undefined) return documented;
  const anyOf = [...new Set(all.flatMap((need) => ('anyOf' in need ? need.anyOf : [])))];
  const [first] = all;
  if (anyOf.length > 0)
    return { kind: anyOf.every((one) => PLATFORM.has(one)) ? 'platform' : 'entity', anyOf };
  return first !== undefined && 'kind' in first ? first : READ;
}

const STRICTNESS: readonly NeedDescription['kind'][] = [
  'nothing',
  'token',
  'read',
  'write',
  'entity',
  'platform',
];

/** What a request needs that runs several operations: the most of what these need. */
export function mostOf(needs: readonly NeedDescription[]): NeedDescription {
  const strict = [...needs].sort((a, b) => STRICTNESS.indexOf(b.kind) - STRICTNESS.indexOf(a.kind));
  return strict[0] ?? { kind: 'token' };
}
