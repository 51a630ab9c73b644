import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { CommitMark, Sequence } from '../../../model/sequence.ts';
import { SnapshotDamage } from './segment-file.ts';
import type { FileStamp } from './segment-file.ts';

const FILE_NAME = 'manifest.json';
const FORMAT = 1;

/** A segment of a snapshot and the documents that are deleted from it, as a bitmap in base64 (empty: none). */
export interface ManifestSegment extends FileStamp {
  readonly deleted: string;
}

/** What a snapshot consists of: the state after the commit `position`. */
export interface Manifest {
  readonly position: Sequence;
  /** The commit that it is, or one before, by what tells it from others of the same number. */
  readonly mark?: CommitMark | undefined;
  /** Number of the next segment file. */
  readonly nextFile: number;
  readonly segments: readonly ManifestSegment[];
}

/** Replaces the manifest of a folder at once; the files it names must be durable already. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const content = JSON.stringify(manifest);
  const temporary = join(folder, `${FILE_NAME}.tmp`);
  {
    await using file = await open(temporary, 'w');
    await file.writeFile(JSON.stringify({ format: FORMAT, checksum: crc32(content), content }));
    await file.sync();
  }
  await rename(temporary, join(folder, FILE_NAME));
  await using directory = await open(folder, 'r');
  await directory.sync();
}

/** Reads the manifest; undefined when there is none, SnapshotDamage when it cannot be used. */
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
  // The checksum holds, so this is what `writeManifest` wrote.
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
