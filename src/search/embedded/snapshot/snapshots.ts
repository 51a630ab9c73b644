import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitMark, Sequence } from '../../../model/sequence.ts';
import type { FillProgress } from '../../fill-progress.ts';
import type { LiveSegment } from '../live-segment.ts';
import type { Deletions } from '../segment/deletions.ts';
import { writeManifest, type ManifestSegment } from './manifest.ts';
import { writeSegmentFile } from './segment-file.ts';

/** A state to write: all segments after the commit `position`. */
export interface SnapshotState {
  readonly segments: readonly LiveSegment[];
  readonly position: Sequence;
  readonly mark?: CommitMark | undefined;
  readonly fill?: FillProgress | undefined;
}

/** Writes snapshots of an index to a folder, one at a time. Each segment is written once, the manifest each time. */
export class Snapshots {
  readonly #folder: string;
  #nextFile: number;
  #last: Promise<void> = Promise.resolve();
  #written = '';

  constructor(folder: string, nextFile: number) {
    this.#folder = folder;
    this.#nextFile = nextFile;
  }

  /**
   * Writes the state that `capture` returns once earlier snapshots are done; durable when it resolves. An unchanged
   * state is not written again. A crash leaves the previous snapshot intact.
   */
  write(capture: () => SnapshotState): Promise<void> {
    const next = this.#last.then(() => this.#write(capture()));
    // A failure must not prevent later snapshots.
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Resolves when no snapshot is being written. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #write({ fill, mark, position, segments }: SnapshotState): Promise<void> {
    // Documents may be deleted while files are written; the manifest must have the deletions of the captured state.
    const captured = segments.map((live) => ({ live, deletions: live.deletions }));
    const entries: ManifestSegment[] = [];
    for (const { live, deletions } of captured) {
      live.file ??= await this.#writeSegment(live);
      entries.push({ ...live.file, deleted: encodeDeletions(deletions) });
    }
    const state = JSON.stringify([position, mark, fill, entries]);
    if (state === this.#written) return;
    await writeManifest(this.#folder, { position, mark, fill, nextFile: this.#nextFile, segments: entries });
    this.#written = state;
    await this.#removeOthers(new Set(entries.map(({ name }) => name)));
  }

  #writeSegment({ segment }: LiveSegment) {
    const name = `segment-${this.#nextFile++}.bin`;
    return writeSegmentFile(this.#folder, name, segment.sections.buffer, segment.sections.usedBytes);
  }

  /** Removes segment files that the manifest no longer names. */
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
