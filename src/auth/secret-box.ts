import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Tells what was sealed here from other texts, and this way of sealing from later ones. */
const PREFIX = 'colophon:1:';
/** The key of a box is a text of its own already; the salt only keeps it apart from other uses of the same text. */
const SALT = 'colophon secrets';

/** What sealing rests on. */
export interface SecretBoxParts {
  /** The text that the key is made from; asked for once, at the first use. */
  readonly readKey: () => string;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
}

/** Encrypts texts that are stored but may not be read where they are stored (AES-256-GCM). */
export class SecretBox {
  readonly #parts: SecretBoxParts;
  #key: Buffer | undefined;

  constructor(parts: SecretBoxParts) {
    this.#parts = parts;
  }

  /** The text, encrypted; `owner` is whom it belongs to, and it can be opened for the same one only. */
  seal(text: string, owner: string): string {
    const nonce = Buffer.from(this.#parts.randomHex(NONCE_BYTES), 'hex');
    const cipher = createCipheriv(ALGORITHM, this.#derivedKey(), nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return PREFIX + sealed.toString('base64');
  }

  /** Whether a stored text was sealed here, with whatever key. */
  isSealed(text: string): boolean {
    return text.startsWith(PREFIX);
  }

  /** The text that was sealed for the owner; undefined when it was not sealed for it, or with another key. */
  open(sealed: string, owner: string): string | undefined {
    if (!this.isSealed(sealed)) return undefined;
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const end = bytes.length - TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, this.#derivedKey(), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(end));
    const start = decipher.update(bytes.subarray(NONCE_BYTES, end));
    try {
      return Buffer.concat([start, decipher.final()]).toString('utf8');
    } catch {
      return undefined; // The tag does not fit: another key, another owner, or changed bytes.
    }
  }

  #derivedKey(): Buffer {
    this.#key ??= scryptSync(this.#parts.readKey(), SALT, 32);
    return this.#key;
  }
}
