import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Marks sealed texts, with the version of the format. */
const PREFIX = 'colophon:1:';
/** Fixed, because each box has its own key text; separates this use of that text from others. */
const SALT = 'colophon secrets';

/** Dependencies of {@link SecretBox}. */
export interface SecretBoxParts {
  /** Returns the text that the key is derived from; called once, on first use. */
  readonly readKey: () => string;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
}

/** Encrypts texts for storage (AES-256-GCM). */
export class SecretBox {
  readonly #parts: SecretBoxParts;
  #key: Buffer | undefined;

  constructor(parts: SecretBoxParts) {
    this.#parts = parts;
  }

  /** Encrypts the text, bound to `owner`: it can only be opened for the same owner. */
  seal(text: string, owner: string): string {
    const nonce = Buffer.from(this.#parts.randomHex(NONCE_BYTES), 'hex');
    const cipher = createCipheriv(ALGORITHM, this.#derivedKey(), nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return PREFIX + sealed.toString('base64');
  }

  /** Whether a stored text has the sealed format, with any key. */
  isSealed(text: string): boolean {
    return text.startsWith(PREFIX);
  }

  /** Decrypts a text; undefined when it is not sealed, was sealed for another owner or key, or was altered. */
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
      return undefined; // Authentication tag mismatch: another key, another owner, or changed bytes.
    }
  }

  #derivedKey(): Buffer {
    this.#key ??= scryptSync(this.#parts.readKey(), SALT, 32);
    return this.#key;
  }
}
