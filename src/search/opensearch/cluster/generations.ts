import { isJsonObject } from '../../../util/json.ts';
import type { IndexGenerationParts } from './generation.ts';
import { FILL_ID } from './generation-fill.ts';
import { readDocument, readState, type IndexGenerationState } from './generation-state.ts';
import { indexIds } from './indexes.ts';

type Parts = Pick<IndexGenerationParts, 'connection' | 'documents' | 'names' | 'now'>;

/** Time during which a new generation without a state must not be removed: its process may be about to write it. */
const GRACE_MS = 60_000;

/** Number of the generation that the aliases point to. */
export async function generationInUse({ connection, names }: Parts): Promise<number | undefined> {
  const found = await connection.askIfThere({ method: 'GET', path: `/_alias/${names.stateInUse}` });
  const numbers = Object.keys(found ?? {}).flatMap((index) => names.generationOf(index) ?? []);
  return numbers[0];
}

/** Highest existing generation number; 0 when there is none. */
export async function lastGeneration(parts: Parts): Promise<number> {
  return Math.max(0, ...(await generationNumbers(parts)));
}

/** Removes the indexes of a generation, if any. */
export async function removeGeneration({ connection, names }: Parts, number: number): Promise<void> {
  // The state is removed last, so that an interrupted removal can be continued by others.
  for (const pattern of [names.allDocuments(number), names.state(number)]) {
    // By name, because a cluster can be configured to reject deletion by pattern.
    for (const index of (await indexIds(connection, pattern)).keys()) {
      await connection.askIfThere({ method: 'DELETE', path: `/${index}` });
    }
  }
}

/**
 * Removes leftovers of killed processes: every generation that is neither in use nor under construction. A generation is
 * under construction until ten minutes after its last write, so the clocks of processes must not differ by more, or while
 * a rebuild of this version can resume it.
 */
export async function removeLeftovers(parts: Parts, inUse: number | undefined): Promise<void> {
  for (const number of await generationNumbers(parts)) {
    if (number !== inUse && !(await isBusy(parts, number))) await removeGeneration(parts, number);
  }
}

/** States of the unfinished generations that a rebuild of this version can resume. */
export async function unfinished(parts: Parts): Promise<readonly IndexGenerationState[]> {
  const states: IndexGenerationState[] = [];
  for (const number of await generationNumbers(parts)) {
    const state = await readState(parts.connection, parts.names.state(number));
    if (state !== undefined && (await isUnfinished(parts, state))) states.push(state);
  }
  return states;
}

/** Whether it was never in use, and its progress is known. */
async function isUnfinished(
  { connection, documents, names }: Parts,
  { busyUntil, documents: made, number }: IndexGenerationState,
): Promise<boolean> {
  if (busyUntil === undefined || made !== documents) return false;
  return (await readDocument(connection, names.state(number), FILL_ID)) !== undefined;
}

async function isBusy(parts: Parts, number: number): Promise<boolean> {
  const { connection, names, now } = parts;
  const state = await readState(connection, names.state(number));
  if (state !== undefined) return (state.busyUntil ?? 0) > now() || isUnfinished(parts, state);
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
