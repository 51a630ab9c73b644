import { open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describeDamage } from '../segment/sections.ts';
import { PRIVATE_FILE } from '../../../util/private-files.ts';

/** Bytes read or written at a time, so that other work can run in between. */
const CHUNK_BYTES = 4 * 2 ** 20;

/** Name, size and CRC-32 of a file, to verify it. */
export interface FileStamp {
  readonly name: string;
  readonly bytes: number;
  readonly checksum: number;
}

/** Thrown when a file of a snapshot is missing or damaged; the index is then rebuilt. */
export class SnapshotDamage extends Error {
  override readonly name = 'SnapshotDamage';
}

/** Writes the first `bytes` of a buffer to a file, synced before it gets its final name. */
export async function writeSegmentFile(
  folder: string,
  name: string,
  buffer: SharedArrayBuffer,
  bytes: number,
): Promise<FileStamp> {
  const temporary = join(folder, `${name}.tmp`);
  let checksum = 0;
  {
    await using file = await open(temporary, 'w', PRIVATE_FILE);
    for (let start = 0; start < bytes; start += CHUNK_BYTES) {
      const chunk = chunkAt(start, buffer, bytes);
      checksum = crc32(chunk, checksum);
      await writeFully(file, chunk, start);
    }
    await file.sync();
  }
  await rename(temporary, join(folder, name));
  return { name, bytes, checksum };
}

/**
 * Reads a file into a shared buffer; throws SnapshotDamage when it is missing, differs from its stamp or is
 * invalid.
 */
export async function readSegmentFile(folder: string, stamp: FileStamp): Promise<SharedArrayBuffer> {
  await using file = await openToRead(join(folder, stamp.name));
  const { size } = await file.stat();
  if (size !== stamp.bytes)
    throw new SnapshotDamage(`${stamp.name} has ${size} bytes instead of ${stamp.bytes}`);
  const buffer = new SharedArrayBuffer(size);
  const readChunk = async (start: number): Promise<Buffer> => {
    const chunk = chunkAt(start, buffer, size);
    await readFully(file, chunk, start, stamp.name);
    return chunk;
  };
  let checksum = 0;
  let reading = readChunk(0);
  for (let start = 0; start < size; start += CHUNK_BYTES) {
    const chunk = await reading;
    const next = start + CHUNK_BYTES;
    // A thread of Node reads the next chunk meanwhile.
    if (next < size) reading = readChunk(next);
    checksum = crc32(chunk, checksum);
  }
  if (checksum !== stamp.checksum) throw new SnapshotDamage(`the checksum of ${stamp.name} is wrong`);
  const damage = describeDamage(buffer);
  if (damage !== undefined) throw new SnapshotDamage(`${stamp.name}: ${damage}`);
  return buffer;
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw new SnapshotDamage(`${path} cannot be read`, { cause: error });
  }
}

async function writeFully(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

async function readFully(file: FileHandle, chunk: Buffer, position: number, name: string): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesRead } = await file.read(chunk, done, chunk.length - done, position + done);
    if (bytesRead === 0) throw new SnapshotDamage(`${name} ends too early`);
    done += bytesRead;
  }
}

/** The chunk at a position, within the first `bytes` of the buffer. */
function chunkAt(start: number, buffer: SharedArrayBuffer, bytes: number): Buffer {
  return Buffer.from(buffer, start, Math.min(CHUNK_BYTES, bytes - start));
}
