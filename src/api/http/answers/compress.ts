import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const pack = promisify(gzip);

/** Length in characters from which a body is compressed; a shorter one takes a few packets anyway. */
const MIN_LENGTH = 32 * 1024;

/** A body as it is sent. */
export interface EncodedBody {
  readonly body: string | Buffer;
  /** Undefined: not encoded. */
  readonly encoding?: 'gzip';
}

/** The body of an answer, compressed if it is long and the client takes gzip. Compresses in a thread of its own. */
export async function compressed(body: string, accepted: string | string[] = ''): Promise<EncodedBody> {
  if (body.length < MIN_LENGTH || !accepts(String(accepted), 'gzip')) return { body };
  return { body: await pack(body, { level: constants.Z_BEST_SPEED }), encoding: 'gzip' };
}

/** Whether a header `Accept-Encoding` names an encoding and does not refuse it. */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
