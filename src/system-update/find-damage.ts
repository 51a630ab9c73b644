import type { DamagedRow } from '../store/damage.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { JsonObject } from '../util/json.ts';

/** Entities whose rows are checked in one turn of the event loop. */
const PAGE = 100;

/** Damaged rows that a report names. */
const MOST_NAMED = 1_000;

/** What is wrong with the files of a store. */
export interface Damage {
  readonly rows: readonly DamagedRow[];
  /** What the engine finds wrong with the structure of its file. */
  readonly file: string[];
}

/** Checks every version of every aspect and the structure of the file; nothing where the store keeps no checksums. */
export async function findDamage(
  { pause, store }: { readonly pause: () => Promise<void>; readonly store: Pick<MetadataStore, 'damage'> },
  tell: (entities: number) => void,
  signal: AbortSignal,
): Promise<Damage> {
  const { damage } = store;
  if (damage === undefined) return { rows: [], file: [] };
  const rows: DamagedRow[] = [];
  let examined = 0;
  for (let place: number | undefined = 0; place !== undefined;) {
    signal.throwIfAborted();
    const page = await damage.damagedRows(place, PAGE);
    rows.push(...page.rows);
    tell((examined += page.entities));
    place = page.next;
    await pause();
  }
  return { rows, file: [...(await damage.checkFile())] };
}

/** Whether anything was found. */
export function isDamaged({ file, rows }: Damage): boolean {
  return file.length + rows.length > 0;
}

/** The members of a report of doctor. */
export function presentDamage({ file, rows }: Damage): JsonObject {
  const named = rows.slice(0, MOST_NAMED).map(({ aspectName, problem, urn, version }): JsonObject => ({
    ...{ urn, aspectName, version, problem },
  }));
  return { damaged: rows.length, damagedRows: named, fileProblems: file };
}
