import { isJsonObject } from '../../../util/json.ts';
import type { GenerationParts } from './generation.ts';
import { indexIds } from './generation.ts';
import { readState } from './generation-state.ts';

type Parts = Pick<GenerationParts, 'connection' | 'names' | 'now'>;

/** How long a generation whose process has not written its state yet is left alone. */
const GRACE_MS = 60_000;

/** The generation that the aliases lead to. */
export async function generationInUse({ connection, names }: Parts): Promise<number | undefined> {
  const found = await connection.askIfThere({ method: 'GET', path: `/_alias/${names.stateInUse}` });
  const numbers = Object.keys(found ?? {}).flatMap((index) => names.generationOf(index) ?? []);
  return numbers[0];
}

/** The highest number that is taken; 0 when none is. */
export async function lastGeneration(parts: Parts): Promise<number> {
  return Math.max(0, ...(await generationNumbers(parts)));
}

/** Removes the indexes of a generation; there may be none. */
export async function removeGeneration({ connection, names }: Parts, number: number): Promise<void> {
  // The state goes last: while it is there, others know what is left.
  for (const pattern of [names.allDocuments(number), names.state(number)]) {
    // By their names: a cluster can be told to refuse removals by a pattern.
    for (const index of (await indexIds(connection, pattern)).keys()) {
      await connection.askIfThere({ method: 'DELETE', path: `/${index}` });
    }
  }
}

/**
 * Removes what killed processes have left: every generation that is not in use and that nobody says to be building. A
 * builder says so until ten minutes after its last write; clocks of processes must not differ by more.
 */
export async function removeLeftovers(parts: Parts, inUse: number | undefined): Promise<void> {
  for (const number of await generationNumbers(parts)) {
    if (number !== inUse && !(await isBusy(parts, number))) await removeGeneration(parts, number);
  }
}

async function isBusy(parts: Parts, number: number): Promise<boolean> {
  const { connection, names, now } = parts;
  const state = await readState(connection, names.state(number));
  if (state !== undefined) return (state.busyUntil ?? 0) > now();
  return now() < (await createdAt(parts, names.state(number))) + GRACE_MS;
}

async function createdAt({ connection }: Parts, index: string): Promise<number> {
  const answer = await connection.askIfThere({
    method: 'GET',
    path: `/${index}/_settings/index.creation_date`,
  });
  const value = answer?.[index];
  const settings = isJsonObject(value) && isJsonObject(value['settings']) ? value['settings'] : {};
  const ofIndex = isJsonObject(settings['index']) ? settings['index'] : {};
  return Number(ofIndex['creation_date'] ?? 0);
}

async function generationNumbers({ connection, names }: Parts): Promise<readonly number[]> {
  const indexes = [...(await indexIds(connection, names.everything)).keys()];
  return [...new Set(indexes.flatMap((index) => names.generationOf(index) ?? []))];
}
