/** One-time codes in login links: each buys one token, once, and ends with the process. */
export class LoginCodes {
  readonly #codes = new Set<string>();
  readonly #randomCode: () => string;

  constructor(randomCode: () => string) {
    this.#randomCode = randomCode;
  }

  /** A new code. */
  issue(): string {
    const code = this.#randomCode();
    this.#codes.add(code);
    return code;
  }

  /** Uses a code up; false when it is unknown or used. */
  redeem(code: string): boolean {
    return this.#codes.delete(code);
  }
}
