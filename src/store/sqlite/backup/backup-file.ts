import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { Transform, Writable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { CatalogError, messageOf } from '../../../errors.ts';
import { isJsonObject, type JsonObject } from '../../../util/json.ts';
import { PRIVATE_FILE } from '../../../util/private-files.ts';

/** What a backup contains, as written at its beginning. */
export interface BackupContent {
  /** Build of Colophon that made it. */
  readonly build: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  readonly catalogId: string;
  /** Number of the last commit in it. */
  readonly sequence: number;
  /** Schema of the database. */
  readonly schema: number;
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Bytes of the database. */
  readonly bytes: number;
  /** SHA-256 of the database, hexadecimal. */
  readonly sha256: string;
  /** Text of the file `secrets.key`; undefined if the data folder had none. */
  readonly secretsKey: string | undefined;
}

/**
 * A backup is one file: a description in JSON, then the database, compressed. The description is a skippable frame of the
 * Zstandard format (RFC 8878), which `zstd -d` passes over.
 */
const SKIPPABLE = 0x184d2a50;
const FRAME_HEAD_BYTES = 8;
/** Of the description with its padding, so that it can be written last. */
const DESCRIPTION_BYTES = 4_096;
const CONTENT_START = FRAME_HEAD_BYTES + DESCRIPTION_BYTES;

/** Distinguishes backups from other files, and one form from a later one. */
const FORM = 'colophon-backup-1';

const CHUNK_BYTES = 2 ** 20;

/** Fast: a level more takes longer and saves little. */
const LEVEL = 1;

/** Compresses the database at `from` into the new backup file `to`, durably. Throws what the file system throws. */
export async function writeBackupFile(
  from: string,
  to: string,
  content: Omit<BackupContent, 'bytes' | 'sha256'>,
): Promise<BackupContent> {
  const sum = new Sum();
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  closeSync(openSync(to, 'wx', PRIVATE_FILE));
  const target = createWriteStream(to, { flags: 'r+', start: CONTENT_START });
  await pipeline(createReadStream(from, { highWaterMark: CHUNK_BYTES }), sum, compress, target);
  const whole = { ...content, bytes: sum.bytes, sha256: sum.hex() };
  const file = openSync(to, 'r+');
  try {
    // The content first: a description on the disk promises it.
    fsyncSync(file);
    writeSync(file, describe(whole), 0, CONTENT_START, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return whole;
}

function describe({ secretsKey, ...content }: BackupContent): Buffer {
  const text = JSON.stringify({
    form: FORM,
    ...content,
    ...(secretsKey !== undefined && { secretsKey, secretsKeySha256: sha256(secretsKey) }),
  });
  const frame = Buffer.alloc(CONTENT_START, ' ');
  if (Buffer.byteLength(text) > DESCRIPTION_BYTES)
    throw new Error('The description of the backup is too long.');
  frame.writeUInt32LE(SKIPPABLE, 0);
  frame.writeUInt32LE(DESCRIPTION_BYTES, 4);
  frame.write(text, FRAME_HEAD_BYTES);
  return frame;
}

/** Reads the description of a backup. NOT_FOUND if there is no such file, INVALID_REQUEST if it is no complete backup. */
export function readDescription(path: string): BackupContent {
  const head = readHead(path);
  const parsed =
    head.readUInt32LE(0) === SKIPPABLE ? parse(head.toString('utf8', FRAME_HEAD_BYTES)) : undefined;
  const content = parsed?.['form'] === FORM ? contentOf(parsed) : undefined;
  if (content !== undefined) return content;
  throw new CatalogError(
    'INVALID_REQUEST',
    `${path} is not a complete backup of Colophon, or a later version made it. Choose a file that 'colophon backup' wrote.`,
  );
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(CONTENT_START);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, head, 0, CONTENT_START, 0);
    } finally {
      closeSync(file);
    }
    return head;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function parse(text: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function contentOf(parsed: JsonObject): BackupContent | undefined {
  const { build, bytes, catalogId, madeAt, rows, schema, secretsKey, secretsKeySha256, sequence } = parsed;
  const { sha256: sum } = parsed;
  if (typeof build !== 'string' || typeof madeAt !== 'string' || typeof catalogId !== 'string')
    return undefined;
  if (typeof bytes !== 'number' || typeof schema !== 'number' || typeof sequence !== 'number')
    return undefined;
  if (typeof sum !== 'string' || !isJsonObject(rows)) return undefined;
  if (secretsKey !== undefined && (typeof secretsKey !== 'string' || sha256(secretsKey) !== secretsKeySha256))
    return undefined;
  const counts = Object.entries(rows).map(([table, count]): [string, number] => [table, Number(count)]);
  return {
    build,
    madeAt,
    catalogId,
    sequence,
    schema,
    rows: Object.fromEntries(counts),
    bytes,
    sha256: sum,
    secretsKey,
  };
}

/**
 * Decompresses the database of a backup into the new file `to`, durably, or nowhere. INVALID_REQUEST if the backup is damaged:
 * it cannot be decompressed, or its checksum differs.
 */
export async function readBackupFile(path: string, to: string | undefined): Promise<BackupContent> {
  const content = readDescription(path);
  const sum = new Sum();
  const target =
    to === undefined ? nowhere() : createWriteStream(to, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
  try {
    const compressed = createReadStream(path, { start: CONTENT_START, highWaterMark: CHUNK_BYTES });
    await pipeline(compressed, createZstdDecompress(), sum, target);
  } catch (error) {
    if (!isOfFileSystem(error)) throw damaged(path, messageOf(error));
    throw error.syscall === 'read' ? unreadable(path, error) : error;
  }
  if (sum.bytes !== content.bytes) throw damaged(path, `it has ${sum.bytes} of ${content.bytes} bytes`);
  if (sum.hex() !== content.sha256) throw damaged(path, 'its checksum is wrong');
  return content;
}

function isOfFileSystem(error: unknown): error is Error & { readonly syscall: unknown } {
  return error instanceof Error && 'syscall' in error;
}

function damaged(path: string, why: string): CatalogError {
  return new CatalogError('INVALID_REQUEST', `The backup ${path} is damaged: ${why}. Choose another one.`);
}

function unreadable(path: string, error: unknown): CatalogError {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing
    ? new CatalogError('NOT_FOUND', `There is no backup ${path}. Choose a file that 'colophon backup' wrote.`)
    : new CatalogError('UNAVAILABLE', `The backup ${path} cannot be read: ${messageOf(error)}.`, {
        cause: error,
      });
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Passes bytes on, and counts and sums them. */
class Sum extends Transform {
  bytes = 0;
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}
