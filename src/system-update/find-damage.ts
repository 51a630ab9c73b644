import type { DamagedRow } from '../store/damage.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { JsonObject } from '../util/json.ts';

/** Damaged rows that a report names. */
const MOST_NAMED = 1_000;

/** Damage of the files of a store. */
export interface Damage {
  readonly rows: readonly DamagedRow[];
  /** Errors that the engine finds in the structure of its file. */
  readonly file: string[];
  /** How to enable the detection of damage; undefined: it is enabled. */
  readonly advice: string | undefined;
}

/** Checks every row with a checksum, and the structure of the file; does nothing if the store has no checksums. */
export async function findDamage(
  { pause, store }: { readonly pause: () => Promise<void>; readonly store: Pick<MetadataStore, 'damage'> },
  reportProgress: (entities: number) => void,
  signal: AbortSignal,
): Promise<Damage> {
  const rows: DamagedRow[] = [];
  let examined = 0;
  for (const step of store.damage.scan()) {
    signal.throwIfAborted();
    rows.push(...step.rows);
    if (step.entities > 0) reportProgress((examined += step.entities));
    await pause();
  }
  const [file, advice] = [await store.damage.checkFile(), await store.damage.advice()];
  return { rows, file: [...file], advice };
}

/** Whether anything was found. */
export function isDamaged({ file, rows }: Pick<Damage, 'file' | 'rows'>): boolean {
  return file.length + rows.length > 0;
}

/** Whether the entity of the row exists: a hard-deleted one is not in the index. */
export function isOfLive({ deletedIn }: DamagedRow): boolean {
  return deletedIn === undefined;
}

/** The members of a report of doctor. */
export function presentDamage({ advice, file, rows }: Damage): JsonObject {
  const found = {
    damaged: rows.length,
    damagedRows: rows.slice(0, MOST_NAMED).map(presentRow),
    fileProblems: file,
  };
  return advice === undefined ? found : { ...found, advice };
}

function presentRow({
  aspectName,
  deletedIn,
  problem,
  timestampMillis,
  urn,
  version,
}: DamagedRow): JsonObject {
  const row: JsonObject = { urn, aspectName, version, problem };
  if (timestampMillis !== undefined) return { ...row, timestampMillis };
  return deletedIn === undefined ? row : { ...row, deletedIn };
}
