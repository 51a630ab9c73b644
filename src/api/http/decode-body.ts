import { PassThrough, pipeline } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { CatalogError, invalidRequest } from '../../errors.ts';

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate };

/**
 * Decompresses request bodies with Content-Encoding gzip or deflate. The body limit also applies to the decompressed
 * text, as protection against decompression bombs. Throws UNSUPPORTED_MEDIA_TYPE for other encodings.
 */
export function decodeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity' || encoding === '') {
      done(null, payload);
      return;
    }
    if (!isKnown(encoding)) {
      done(unknownEncoding(encoding));
      return;
    }
    const decoded = Object.assign(new PassThrough(), { receivedEncodedLength: 0 });
    payload.on('data', (chunk: Buffer) => (decoded.receivedEncodedLength += chunk.length));
    const broken = (error: Error | null | undefined): void => {
      if (error) decoded.destroy(brokenEncoding(encoding));
    };
    pipeline(payload, DECODERS[encoding](), broken).pipe(decoded);
    done(null, decoded);
  });
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
  return invalidRequest(`The request body is not valid ${encoding} data, as its Content-Encoding states.`);
}
