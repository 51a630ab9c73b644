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

/** Privileges derived from the input and from stored data. */
interface Judged<Input> {
  /** Every privilege that the clauses may require. */
  readonly anyOf: readonly string[];
  /** One grant of each clause is needed. */
  readonly clauses: (
    input: Input,
    reading: Reading,
  ) => readonly GrantClause[] | Promise<readonly GrantClause[]>;
  /** Overrides the documentation, if most input needs no privilege. */
  readonly documented?: NeedDescription;
}

/** Description of a need in the documentation. */
export type NeedDescription =
  /**
   * `nothing`: no token. `token`: only a token; the operation concerns only the caller, or reveals nothing. `read`:
   * only a token; shows what policies permit the caller to read. `write`: the rights on the written entity types and
   * aspects, as for the same write by REST.
   */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'token' | 'read' | 'write' }
  /** One of the privileges, on the catalog or on entities. */
  | { readonly kind: 'platform' | 'entity'; readonly anyOf: readonly string[] };

/** What an operation needs in addition to a valid token. */
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

/** A clause of the privileges; those that are not platform privileges apply to the entity. */
export function clauseOf(anyOf: readonly string[], { urn }: Holder): GrantClause {
  return anyOf.map((privilege): AskedGrant => (PLATFORM.has(privilege) ? { privilege } : { privilege, urn }));
}

/** The clauses of a need for this input. */
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

/** Description of all needs of an operation: the privileges that each of them requires. */
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

/** The strictest need of the operations that a request runs. */
export function mostOf(needs: readonly NeedDescription[]): NeedDescription {
  const strict = [...needs].sort((a, b) => STRICTNESS.indexOf(b.kind) - STRICTNESS.indexOf(a.kind));
  return strict[0] ?? { kind: 'token' };
}
