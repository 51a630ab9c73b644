import type { AspectKey } from '../model/aspect.ts';

/** A stored version of an aspect whose bytes are not those that were written. Reads leave it out. */
export interface DamagedRow extends AspectKey {
  /** 0 is the latest. */
  readonly version: number;
  /** What is wrong with it, as the end of a sentence. */
  readonly problem: string;
}

/** A page of a scan for damaged rows. */
export interface DamagePage {
  readonly rows: readonly DamagedRow[];
  /** Number of entities that the page has examined. */
  readonly entities: number;
  /** The `place` of the next page; undefined after the last page. */
  readonly next: number | undefined;
}

/** Looks for damage in the files of a store that keeps checksums of its rows. */
export interface DamageReader {
  /** The damaged rows of the next `limit` entities after `place`, which begins at 0. */
  damagedRows(place: number, limit: number): Promise<DamagePage>;
  /** What the engine finds wrong with the structure of its file, at most 20 texts; empty: nothing. Reads the whole file. */
  checkFile(): Promise<readonly string[]>;
}

/** A damaged row in one sentence, for logs and warnings. */
export function damageText({ aspectName, problem, urn, version }: DamagedRow): string {
  const which = version === 0 ? 'The latest version' : `Version ${version}`;
  return (
    `${which} of ${aspectName} of ${urn} is damaged in the store and left out: ${problem}. ` +
    'Write the aspect again from an export, a backup or its history.'
  );
}
