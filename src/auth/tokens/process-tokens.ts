import type { Urn } from '../../model/urn.ts';
import { tokenId } from './token-records.ts';

/** Tokens that are kept in memory only and are valid until the process ends. */
export class ProcessTokens {
  readonly #randomToken: () => string;
  readonly #actors: Map<string, Urn>;
  #issued: (id: string, actor: Urn) => void = () => undefined;

  /** `randomToken`: returns a new unguessable string. `known`: actors by token id, issued by another thread. */
  constructor(randomToken: () => string, known: readonly (readonly [string, Urn])[] = []) {
    this.#randomToken = randomToken;
    this.#actors = new Map(known);
  }

  /** Issues a token for an actor. */
  issue(actor: Urn): string {
    const token = this.#randomToken();
    this.add(tokenId(token), actor);
    return token;
  }

  /** Accepts a token that another thread has issued. */
  add(id: string, actor: Urn): void {
    this.#actors.set(id, actor);
    this.#issued(id, actor);
  }

  actorOf(id: string): Urn | undefined {
    return this.#actors.get(id);
  }

  /** Ids and actors of all tokens. */
  all(): readonly (readonly [string, Urn])[] {
    return [...this.#actors];
  }

  /** Calls the listener with every token, before it can be used. */
  whenIssued(listener: (id: string, actor: Urn) => void): void {
    this.#issued = listener;
  }
}
