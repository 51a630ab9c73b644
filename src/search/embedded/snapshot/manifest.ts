import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { CommitMark, Sequence } from '../../../model/sequence.ts';
import type { FillProgress } from '../../fill-progress.ts';
import { SnapshotDamage, type FileStamp } from './segment-file.ts';
import { PRIVATE_FILE } from '../../../util/private-files.ts';
import { syncFolderAsync } from '../../../util/sync-folder.ts';

const FILE_NAME = 'manifest.json';
const FORMAT = 1;

/** A segment of a snapshot. */
export interface ManifestSegment extends FileStamp {
  /** Bitmap of its deleted documents in base64; empty: none. */
  readonly deleted: string;
}

/** Content of a snapshot: the state after the commit `position`. */
export interface Manifest {
  readonly position: Sequence;
  /** Identity of the last contained commit that had an id. */
  readonly mark?: CommitMark | undefined;
  /** How far it was filled; absent in manifests of earlier versions. */
  readonly fill?: FillProgress | undefined;
  /** Number of the next segment file. */
  readonly nextFile: number;
  readonly segments: readonly ManifestSegment[];
}

/** Replaces the manifest of a folder, atomically and durably. The files that it names must be durable already. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const content = JSON.stringify(manifest);
  const temporary = join(folder, `${FILE_NAME}.tmp`);
  {
    await using file = await open(temporary, 'w', PRIVATE_FILE);
    await file.writeFile(JSON.stringify({ format: FORMAT, checksum: crc32(content), content }));
    await file.sync();
  }
  await rename(temporary, join(folder, FILE_NAME));
  await syncFolderAsync(folder);
}

/** Reads the manifest; undefined when there is none. Throws SnapshotDamage when it is invalid. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readIfPresent(join(folder, FILE_NAME));
  if (text === undefined) return undefined;
  const envelope = parse(text);
  if (!isEnvelope(envelope)) throw new SnapshotDamage(`${FILE_NAME} is not a manifest`);
  if (envelope.format !== FORMAT) {
    throw new SnapshotDamage(`${FILE_NAME} has format ${String(envelope.format)}, not ${FORMAT}`);
  }
  if (crc32(envelope.content) !== envelope.checksum)
    throw new SnapshotDamage(`the checksum of ${FILE_NAME} is wrong`);
  // The checksum is right, so the content comes from `writeManifest`.
  return JSON.parse(envelope.content) as Manifest;
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SnapshotDamage(`${FILE_NAME} is not JSON`, { cause: error });
  }
}

function isEnvelope(value: unknown): value is { format: unknown; checksum: unknown; content: string } {
  if (typeof value !== 'object' || value === null) return false;
  return 'format' in value && 'checksum' in value && 'content' in value && typeof value.content === 'string';
}
