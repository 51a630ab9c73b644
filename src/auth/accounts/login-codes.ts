/** One-time codes in login links. Each can be exchanged for one token, and is valid until the process ends. */
export class LoginCodes {
  readonly #codes = new Set<string>();
  readonly #randomCode: () => string;

  constructor(randomCode: () => string) {
    this.#randomCode = randomCode;
  }

  issue(): string {
    const code = this.#randomCode();
    this.#codes.add(code);
    return code;
  }

  /** Consumes a code; false when it is unknown or already used. */
  redeem(code: string): boolean {
    return this.#codes.delete(code);
  }
}
