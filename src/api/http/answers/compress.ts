import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const pack = promisify(gzip);

/** Minimum length, in characters, of a body that is compressed; a shorter one fits into a few packets. */
const MIN_LENGTH = 32 * 1024;

/** A response body, encoded for sending. */
export interface EncodedBody {
  readonly body: string | Buffer;
  /** Content encoding; undefined: none. */
  readonly encoding?: 'gzip';
}

/** Encodes a response body: with gzip if it is long and the client accepts gzip. Compresses in the thread pool. */
export async function compressed(body: string, accepted: string | string[] = ''): Promise<EncodedBody> {
  if (body.length < MIN_LENGTH || !accepts(String(accepted), 'gzip')) return { body };
  return { body: await pack(body, { level: constants.Z_BEST_SPEED }), encoding: 'gzip' };
}

/** Whether the header `Accept-Encoding` names an encoding without `q=0`. */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
