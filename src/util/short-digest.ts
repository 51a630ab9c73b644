import { hash } from 'node:crypto';

/** Characters of a digest: 132 bits, so that no two texts with the same one can be found. */
const LENGTH = 22;

/** The beginning of the SHA-256 of a text, as 22 characters of base64url: equal texts have equal ones. */
export function shortDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, LENGTH);
}
