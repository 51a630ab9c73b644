import type { EntityRegistry } from '../model/entity-registry.ts';
import { fingerprint, hash53 } from '../util/fingerprint.ts';
import { VERSION } from '../version.ts';
import type { IndexedRow } from './document.ts';

/** Field that holds the digest of a document; no public name resolves to it. */
export const DIGEST_FIELD = '~digest';

/** Largest digest and one. */
const MODULUS = 2 ** 53;

/** Computes the digest of the document that is made of these rows. */
export type DigestOf = (rows: ReadonlyMap<string, IndexedRow>) => number;

/** Changes whenever documents may come out differently for the same rows: with the program and with its model. */
export function documentsVersion(registry: EntityRegistry): string {
  return fingerprint(`${VERSION} ${registry.fingerprint}`);
}

/**
 * Says which version of each aspect a document shows, and by which program it was made: so a document of the index that is
 * older than its entity is known without comparing what it is searched by. It is computed with every write, and hashing
 * the document itself would cost a third of a rebuild.
 */
export function createDigest(registry: EntityRegistry): DigestOf {
  const start = hash53(documentsVersion(registry));
  return (rows) => {
    let digest = start;
    for (const [aspectName, { aspect, internal }] of rows) {
      digest = sum(digest, hash53(`${aspectName} ${internal.shownSince ?? aspect.sequence}`));
    }
    return digest;
  };
}

/** Adds without leaving the whole numbers that a double holds; the order of the rows does not matter to it. */
function sum(a: number, b: number): number {
  return a >= MODULUS - b ? a - (MODULUS - b) : a + b;
}
