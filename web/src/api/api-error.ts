/** One of several failures of a request, as the server lists them. */
export interface Problem {
  readonly message: string;
  readonly urn?: string;
  /** The aspect of the entity that has the field. */
  readonly aspectName?: string;
  /** Path of the refused member in the aspect, or in the input. */
  readonly field?: string;
  /** Urn of the structured property, if a value of one was refused. */
  readonly property?: string;
  readonly index?: number;
  /** Line of the refused part in the submitted text, from 1. */
  readonly line?: number;
}

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly problems: readonly Problem[];

  constructor(message: string, status: number, problems: readonly Problem[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.problems = problems;
  }

  /** Whether the caller has to sign in. */
  get needsSignIn(): boolean {
    return this.status === 401;
  }

  /** Whether the caller lacks a privilege. */
  get isDenied(): boolean {
    return this.status === 403;
  }
}

/** Whether retrying the failed request may succeed: there was no response, or the server was overloaded or failed. */
export function isTransient(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return status === 0 || status === 429 || status >= 500;
}

/** The message to show for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The problems of any thrown value: those that the server lists, or its message. */
export function problemsIn(error: unknown): readonly Problem[] {
  const listed = error instanceof ApiError ? error.problems : [];
  return listed.length > 0 ? listed : [{ message: messageOf(error) }];
}
