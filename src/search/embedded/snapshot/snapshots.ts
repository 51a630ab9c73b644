import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitMark, Sequence } from '../../../model/sequence.ts';
import type { LiveSegment } from '../live-segment.ts';
import type { Deletions } from '../segment/deletions.ts';
import { writeManifest } from './manifest.ts';
import type { ManifestSegment } from './manifest.ts';
import { writeSegmentFile } from './segment-file.ts';

/** A state to be written: segments that hold everything up to the position. */
export interface SnapshotState {
  readonly segments: readonly LiveSegment[];
  readonly position: Sequence;
  readonly mark?: CommitMark | undefined;
}

/** Writes snapshots of an index into a folder, one at a time; a segment is written once, a manifest each time. */
export class Snapshots {
  readonly #folder: string;
  #nextFile: number;
  #last: Promise<void> = Promise.resolve();
  #written = '';

  constructor(folder: string, nextFile: number) {
    this.#folder = folder;
    this.#nextFile = nextFile;
  }

  /** Makes the state durable that `capture` returns when the snapshots before are done; nothing is written twice. */
  write(capture: () => SnapshotState): Promise<void> {
    const next = this.#last.then(() => this.#write(capture()));
    // One that fails must not keep the following from being tried.
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #write({ mark, position, segments }: SnapshotState): Promise<void> {
    // Deletions go on while files are written; the manifest must hold those of the captured state.
    const captured = segments.map((live) => ({ live, deletions: live.deletions }));
    const entries: ManifestSegment[] = [];
    for (const { live, deletions } of captured) {
      live.file ??= await this.#writeSegment(live);
      entries.push({ ...live.file, deleted: encodeDeletions(deletions) });
    }
    const state = JSON.stringify([position, mark, entries]);
    if (state === this.#written) return;
    await writeManifest(this.#folder, { position, mark, nextFile: this.#nextFile, segments: entries });
    this.#written = state;
    await this.#removeOthers(new Set(entries.map(({ name }) => name)));
  }

  #writeSegment({ segment }: LiveSegment) {
    const name = `segment-${this.#nextFile++}.bin`;
    return writeSegmentFile(this.#folder, name, segment.sections.buffer, segment.sections.usedBytes);
  }

  /** Removes files of ours that no manifest names any more. */
  async #removeOthers(needed: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const isOurs = /^segment-\d+\.bin(\.tmp)?$/.test(name);
      if (isOurs && !needed.has(name)) await rm(join(this.#folder, name), { force: true });
    }
  }
}

function encodeDeletions({ bitmap, count }: Deletions): string {
  return count === 0
    ? ''
    : Buffer.from(bitmap.buffer, bitmap.byteOffset, bitmap.byteLength).toString('base64');
}
