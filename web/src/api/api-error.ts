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

/** What a refusal means, by HTTP status, where the sentence of the server names privileges, policies or urns. */
const BY_STATUS: Readonly<Record<number, string>> = {
  403: 'You don’t have permission to do this. Ask an administrator for it.',
  404: 'This does not exist, or you don’t have access to it.',
  410: 'This is too old: what it needs is no longer kept.',
};

const REFUSED_VALUE =
  'The property does not take this value here. Check its type, its allowed values, and which assets it is for.';

/** The message to show for any thrown value. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const isAboutValues =
    error.problems.length > 0 && error.problems.every(({ property }) => property !== undefined);
  return BY_STATUS[error.status] ?? (isAboutValues ? REFUSED_VALUE : error.message);
}

/** The problems of any thrown value: those that the server lists, or its message. */
export function problemsIn(error: unknown): readonly Problem[] {
  const listed = error instanceof ApiError && BY_STATUS[error.status] === undefined ? error.problems : [];
  return listed.length > 0 ? listed.map(inWords) : [{ message: messageOf(error) }];
}

/** A problem with a value of a structured property shows no notation of the server. */
function inWords(problem: Problem): Problem {
  return problem.property === undefined ? problem : { ...problem, message: REFUSED_VALUE };
}
