import { mkdir } from 'node:fs/promises';
import { PRIVATE_FOLDER } from '../../../util/private-files.ts';
import { LiveSegment } from '../live-segment.ts';
import { Deletions } from '../segment/deletions.ts';
import type { DerivedCache } from '../segment/derived.ts';
import { Segment } from '../segment/segment.ts';
import { readManifest, type ManifestSegment } from './manifest.ts';
import { SnapshotDamage, readSegmentFile } from './segment-file.ts';
import type { SnapshotState } from './snapshots.ts';

/** A snapshot read from a folder. */
export interface LoadedSnapshot extends SnapshotState {
  readonly nextFile: number;
}

const EMPTY: LoadedSnapshot = { segments: [], position: 0, nextFile: 1 };

/** Loads the snapshot of a folder, which is created if missing. A damaged snapshot is logged and treated as empty. */
export async function loadSnapshot(
  folder: string,
  cache: DerivedCache,
  warn: (message: string) => void,
): Promise<LoadedSnapshot> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  try {
    const manifest = await readManifest(folder);
    if (manifest === undefined) return EMPTY;
    const { fill, mark, nextFile, position } = manifest;
    // Written by an earlier version, which did not record how far it had filled the index.
    if (position === 0 && fill === undefined) return { ...EMPTY, nextFile };
    const segments: LiveSegment[] = [];
    for (const entry of manifest.segments) segments.push(await loadSegment(folder, entry, cache));
    return { segments, position, mark, fill, nextFile };
  } catch (error) {
    if (!(error instanceof SnapshotDamage)) throw error;
    warn(`The search index in ${folder} cannot be used and is being rebuilt: ${error.message}`);
    return EMPTY;
  }
}

async function loadSegment(
  folder: string,
  entry: ManifestSegment,
  cache: DerivedCache,
): Promise<LiveSegment> {
  const { name, bytes, checksum, deleted } = entry;
  const stamp = { name, bytes, checksum };
  const segment = new Segment(await readSegmentFile(folder, stamp), cache);
  const deletions = deleted === '' ? Deletions.none(segment.size) : decodeDeletions(deleted);
  return new LiveSegment(segment, deletions, stamp);
}

function decodeDeletions(deleted: string): Deletions {
  // Copied, because a pooled buffer may not be aligned to four bytes.
  const bytes = Uint8Array.from(Buffer.from(deleted, 'base64'));
  return new Deletions(new Uint32Array(bytes.buffer));
}
