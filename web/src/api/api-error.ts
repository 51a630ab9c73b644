/** One of several failures of a request, as the server lists them. */
export interface Problem {
  readonly message: string;
  readonly urn?: string;
  /** The aspect of the entity that has the field. */
  readonly aspectName?: string;
  /** Path of the refused member in the aspect, or in the input. */
  readonly field?: string;
  /** Urn of the structured property whose value it is about. */
  readonly property?: string;
  readonly index?: number;
  /** Line of what is refused in a text that was sent, from 1. */
  readonly line?: number;
}

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
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

/** Whether the request that this was thrown for may succeed later: nothing answered, or the server has no room or a problem of its own. */
export function mayPass(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return status === 0 || status === 429 || status >= 500;
}

/** The message to show for anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The problems of anything thrown: those that the server lists, or its message. */
export function problemsIn(error: unknown): readonly Problem[] {
  const listed = error instanceof ApiError ? error.problems : [];
  return listed.length > 0 ? listed : [{ message: messageOf(error) }];
}
