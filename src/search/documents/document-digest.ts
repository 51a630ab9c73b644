import type { EntityRegistry } from '../../model/entity-registry.ts';
import { fingerprint, hash53 } from '../../util/fingerprint.ts';
import { VERSION } from '../../version.ts';
import type { IndexedRow } from './document.ts';

/** Index field of the document's digest. Has no public name. */
export const DIGEST_FIELD = '~digest';

/** Increased when documents are built differently from the same rows, so that existing indexes are rebuilt. */
const FORMAT = 4;

/** Largest digest plus one. */
const MODULUS = 2 ** 53;

/** Computes the digest of the document built from these rows. */
export type DigestOf = (rows: readonly IndexedRow[]) => number;

/** Fingerprint of everything besides the rows that documents depend on: program version, format and registry. */
export function documentsVersion(registry: EntityRegistry): string {
  return fingerprint(`${VERSION} ${FORMAT} ${registry.fingerprint}`);
}

/**
 * Digests the version of each aspect and the program version, so that a stale document can be detected without
 * comparing its fields. Computed on every write; hashing the document itself would cost a third of a rebuild.
 */
export function createDigest(registry: EntityRegistry): DigestOf {
  const start = hash53(documentsVersion(registry));
  return (rows) => {
    let digest = start;
    for (const { aspect, internal } of rows) {
      digest = sum(digest, hash53(`${aspect.aspectName} ${internal.shownSince ?? aspect.sequence}`));
    }
    return digest;
  };
}

/** Sum modulo 2^53, without exceeding exact doubles; independent of the order of the rows. */
function sum(a: number, b: number): number {
  return a >= MODULUS - b ? a - (MODULUS - b) : a + b;
}
