import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { Transform, pipeline, type Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import type { ByteBudget, ByteShare } from '../limits/byte-budget.ts';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import { because } from '../../../refusals.ts';

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate };

/** Bodies up to this length are passed on in the chunks in which they arrive. */
export const SHORT_BODY_BYTES = 256 * 1024;

/**
 * Bodies up to this length are not counted: their connection takes more memory, and counting would take as long as a
 * small read.
 */
const UNCOUNTED_BYTES = 4 * 1024;

/** Counts a body of a known length until its response closes. Throws as `ByteShare.take`. */
export function countBody(
  bodies: ByteBudget,
  response: ServerResponse,
  actor: string | undefined,
  length: number,
): void {
  if (length > UNCOUNTED_BYTES) bodies.shareOf(response, actor).take(length);
}

/**
 * Decompresses request bodies with Content-Encoding gzip or deflate, in the thread pool. The body limit also applies
 * to the decompressed text, as protection against decompression bombs, and decompression ends with the response. Counts
 * bodies in the budget until they are answered, see {@link countBody}. Throws
 * UNSUPPORTED_MEDIA_TYPE for other encodings.
 */
export function decodeBodies(app: FastifyInstance, bodies: ByteBudget): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    const isPlain = encoding === 'identity' || encoding === '';
    const actor = request.requester?.actor.urn;
    const length = isPlain ? request.headers['content-length'] : undefined;
    try {
      if (length !== undefined) countBody(bodies, reply.raw, actor, Number(length));
    } catch (error) {
      done(error instanceof Error ? error : undefined);
      return;
    }
    if (isPlain && isShort(request)) {
      done(null, payload);
      return;
    }
    if (!isPlain && !isKnown(encoding)) {
      done(unknownEncoding(encoding));
      return;
    }
    const joined = new JoinedParts(length === undefined ? bodies.shareOf(reply.raw, actor) : undefined);
    // After a refusal no other listener handles errors.
    joined.on('error', () => undefined);
    reply.raw.once('close', () => joined.destroy());
    // No pipeline: it would close the connection before a refusal is sent.
    if (isPlain) payload.pipe(joined);
    else decode(payload, encoding, joined);
    done(null, joined);
  });
}

function decode(payload: Readable, encoding: keyof typeof DECODERS, joined: JoinedParts): void {
  joined.receivedEncodedLength = 0;
  payload.on('data', (chunk: Buffer) => (joined.receivedEncodedLength += chunk.length));
  const decoder = DECODERS[encoding]();
  pipeline(payload, decoder, (error) => {
    if (error) joined.destroy(brokenEncoding(encoding));
  });
  joined.once('close', () => decoder.destroy());
  decoder.pipe(joined);
}

/** Joins small chunks of a body: sent byte by byte, it would need a hundred times its size in memory. */
class JoinedParts extends Transform {
  /** Length of the body before decompression; 0 if it is not compressed. */
  receivedEncodedLength = 0;
  #parts: Buffer[] = [];
  #length = 0;
  readonly #share: ByteShare | undefined;

  /** `share`: counts the chunks; undefined: they are counted already. */
  constructor(share: ByteShare | undefined) {
    // A refusal is sent before the streams are closed.
    super({ autoDestroy: false });
    this.#share = share;
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    try {
      this.#share?.take(part.length);
    } catch (error) {
      done(error instanceof Error ? error : undefined);
      return;
    }
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length >= PART_BYTES || this.#parts.length >= MOST_PARTS) this.#join();
    done();
  }

  override _flush(done: () => void): void {
    this.#join();
    done();
  }

  #join(): void {
    this.push(Buffer.concat(this.#parts, this.#length));
    this.#parts = [];
    this.#length = 0;
  }
}

const PART_BYTES = 64 * 1024;
const MOST_PARTS = 1_024;

function isShort({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return length === undefined
    ? headers['transfer-encoding'] === undefined
    : Number(length) <= SHORT_BODY_BYTES;
}

function isKnown(encoding: string): encoding is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, encoding);
}

function unknownEncoding(encoding: string): CatalogError {
  return new CatalogError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The Content-Encoding ${encoding} is not supported. Send the body uncompressed, or use gzip or deflate.`,
  );
}

function brokenEncoding(encoding: string): CatalogError {
  return invalidRequest(
    `The request body is not valid ${encoding} data, as its Content-Encoding states.`,
    undefined,
    because('CONNECTION_CUT'),
  );
}
