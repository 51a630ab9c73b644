import { invalidRequest } from '../../../errors.ts';
import { because } from '../../../refusals.ts';

/**
 * Splits a path at its slashes and decodes each piece once. Slashes in parentheses are not separators, because clients
 * send urns such as `urn:li:dataset:(urn:li:dataPlatform:s3,a/b,PROD)` unencoded. Encoded slashes (`%2F`) are not
 * separators either. Throws INVALID_REQUEST for invalid percent-encoding.
 */
export function splitPath(path: string): readonly string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < path.length; i++) {
    const character = path[i];
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === '/' && depth <= 0) {
      pieces.push(decode(path.slice(start, i)));
      start = i + 1;
    }
  }
  const last = path.slice(start);
  if (last !== '') pieces.push(decode(last));
  return pieces;
}

/** The path of a request without query and prefix. */
export function pathBehind(url: string, prefix: string): string {
  const end = url.search(/[?#]/);
  return url.slice(prefix.length, end < 0 ? undefined : end);
}

function decode(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw invalidRequest(
      `The path part ${piece} is not valid percent-encoded UTF-8. Write a literal % as %25.`,
      undefined,
      because('URN_INVALID'),
    );
  }
}
