import type { AspectKey } from '../model/aspect.ts';
import type { Sequence } from '../model/sequence.ts';

/** Aspect name in reports of damage of an entity's own row: who created it, when and in which run. */
export const ENTITY_ROW = 'the entity itself';

/** A stored row whose bytes are not those that were written. Reads leave it out, except for the own row of an entity. */
export interface DamagedRow extends AspectKey {
  /** 0 is the latest; 0 for points, too. */
  readonly version: number;
  /** Of a timeseries point: its time, epoch ms. */
  readonly timestampMillis?: number;
  /** Of a version that was hard-deleted and is kept for undo: sequence of the deletion. */
  readonly deletedIn?: Sequence;
  /** What is wrong with the row, as the end of a sentence. */
  readonly problem: string;
}

/** A step of a scan for damaged rows. */
export interface DamageStep {
  readonly rows: readonly DamagedRow[];
  /** Number of entities whose examination this step completed. */
  readonly entities: number;
}

/** Detects damage in the files of a store. */
export interface DamageReader {
  /** Examines all rows, in steps of a few hundred. Yields nothing if the store keeps no checksums. */
  scan(): Iterable<DamageStep>;
  /** Problems in the structure of the database file, at most 20 texts; empty: none. Reads the whole file. */
  checkFile(): Promise<readonly string[]>;
  /** How to enable damage detection, in sentences; undefined: it is enabled. */
  advice(): Promise<string | undefined>;
}

/** Where {@link ChecksumAdder} continues: after this row of a table. */
export interface ChecksumPlace {
  readonly table: string;
  readonly after: string | number;
}

/** Adds checksums to rows that earlier versions wrote without them. */
export interface ChecksumAdder {
  /** Adds checksums to the next rows, at most 500 or those of one entity, durably; `next` is undefined after the last. */
  add(
    place: ChecksumPlace | undefined,
  ): Promise<{ readonly added: number; readonly next: ChecksumPlace | undefined }>;
}

/** Describes a damaged row in sentences, for logs and warnings. */
export function damageText(row: DamagedRow): string {
  const { aspectName, deletedIn, problem, urn } = row;
  const what = `${damagedPart(row)} of ${urn}`;
  if (aspectName === ENTITY_ROW)
    return `${what} is damaged in the store: ${problem}. Who created it and when may be wrong; restore it from a backup.`;
  const remedy = deletedIn === undefined ? remedyOf(row) : 'An undo of the deletion does not restore it.';
  return `${what} is damaged in the store and left out: ${problem}. ${remedy}`;
}

/** The damaged part of the entity, as the start of a sentence. */
function damagedPart({ aspectName, deletedIn, timestampMillis, version }: DamagedRow): string {
  if (aspectName === ENTITY_ROW) return 'The record';
  if (timestampMillis !== undefined)
    return `The point of ${aspectName} at ${new Date(timestampMillis).toISOString()}`;
  const which = version === 0 ? 'The latest version' : `Version ${version}`;
  return deletedIn === undefined ? `${which} of ${aspectName}` : `${which} of deleted ${aspectName}`;
}

function remedyOf({ timestampMillis }: DamagedRow): string {
  return timestampMillis === undefined
    ? 'Write the aspect again from an export, a backup or its history.'
    : 'Send the point again.';
}
