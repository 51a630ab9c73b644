import { DEFAULT_RUN_ID, nextMetadata, type AuditStamp, type SystemMetadata } from '../../../model/aspect.ts';

/** What the rows of a commit have in common. */
export interface CommonMetadata {
  readonly created: AuditStamp;
  /** System metadata as its client sent it. */
  readonly observed: SystemMetadata;
}

/** The own row of an entity, or a version of an aspect. */
export type RowKind = 'entity' | 'aspect';

/** System metadata by kind of row. */
export type ImpliedMetadata = Readonly<Record<RowKind, SystemMetadata>>;

/** System metadata that a commit implies for the rows it writes: that of entities and of first versions of aspects. */
export function impliedBy({ created, observed }: CommonMetadata): ImpliedMetadata {
  return { entity: observed, aspect: nextMetadata(undefined, observed, created) };
}

/** System metadata as its client sent it, from that of the version that a write created. */
export function observedIn(metadata: SystemMetadata): SystemMetadata {
  const { aspectCreated: _, aspectModified: __, lastRunId: ___, version: ____, ...observed } = metadata;
  return observed;
}

/** In the text of a difference, the names of implied members that the metadata lacks. No member of system metadata has this name. */
const LACKING = '-';

/** Members by which an index finds the rows of a named run. */
const OF_RUN: ReadonlySet<string> = new Set(['runId', 'lastObserved'] satisfies (keyof SystemMetadata)[]);

/**
 * Returns the JSON text of how metadata differs from what is implied, `{}` for not at all. Repeats the run and its time if the run is
 * named.
 */
export function differenceTo(implied: SystemMetadata): (metadata: SystemMetadata) => string {
  const texts = new Map(textsOf(implied));
  return (metadata) => {
    const isOfRun = metadata.runId !== DEFAULT_RUN_ID;
    const own = textsOf(metadata);
    const members = own.flatMap(([name, value]) =>
      texts.get(name) === value && !(isOfRun && OF_RUN.has(name)) ? [] : `${JSON.stringify(name)}:${value}`,
    );
    if (own.length !== texts.size || members.length > 0) {
      const names = new Set(own.map(([name]) => name));
      const lacking = [...texts.keys()].filter((name) => !names.has(name));
      if (lacking.length > 0) members.push(`"${LACKING}":${JSON.stringify(lacking)}`);
    }
    return `{${members.join(',')}}`;
  };
}

/** Members and the JSON texts of their values, without undefined ones. */
function textsOf(metadata: SystemMetadata): (readonly [name: string, text: string])[] {
  return Object.entries(metadata).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, JSON.stringify(value)] as const],
  );
}

/** The metadata that a text of `differenceTo` describes; its members may have another order. */
export function withDifference(text: string, implied: SystemMetadata): SystemMetadata {
  if (text === '{}') return implied;
  // Only `differenceTo` writes these texts.
  const difference = JSON.parse(text) as Partial<SystemMetadata> & { readonly [LACKING]?: readonly string[] };
  const { [LACKING]: lacking, ...differing } = difference;
  const metadata: SystemMetadata = { ...implied, ...differing };
  if (lacking === undefined) return metadata;
  const members = Object.entries(metadata).filter(([name]) => !lacking.includes(name));
  // The members that `differenceTo` was given.
  return Object.fromEntries(members) as unknown as SystemMetadata;
}
