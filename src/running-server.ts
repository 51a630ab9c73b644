/** A server that listens. */
export interface RunningServer {
  /** Base URL without trailing slash: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Issues a token of the root actor that is valid until the process ends. */
  rootToken(): string;
  /**
   * Resolves when the search index has been filled, if it was empty. Until then searches are incomplete and `/health/ready`
   * answers 503.
   */
  readonly filled: Promise<void>;
  /** Resolves when the threads that answer reads accept connections; the server is ready before. */
  readonly readersListen: Promise<void>;
  /** A new one-time login link for a browser. */
  readonly loginUrl: string;
  /** Whether the root user can log in without a link, by password, or other users by single sign-on. */
  offersLogin(): Promise<boolean>;
  /**
   * Shuts down gracefully: reports not ready, keeps serving for `stopDelay`, releases held requests, stops listening, finishes running requests,
   * closes everything.
   */
  close(): Promise<void>;
}
