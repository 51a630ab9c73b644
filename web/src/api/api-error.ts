/** One of several failures of a request, as the server lists them. */
export interface Problem {
  /** The server's sentence for programmers; pages show {@link problemsIn}. */
  readonly message: string;
  /** Kind of refusal, with its data: see `docs/errors.md`. */
  readonly kind?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** What the kind means, in the words of the page; absent: not known. */
  readonly words?: string;
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

/** A failure that the page itself reports: its message is for people. */
export class PageError extends Error {}

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly problems: readonly Problem[];

  /** `message`: the server's own, shown only as technical details. */
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

  /** Whether the server refused it for this reason, and for no other. */
  is(kind: string): boolean {
    return this.problems.length > 0 && this.problems.every((problem) => problem.kind === kind);
  }
}

/** Whether retrying the failed request may succeed: there was no response, or the server was overloaded or failed. */
export function isTransient(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return status === 0 || status === 429 || status >= 500;
}

const CONFLICT =
  'Someone else changed this since you opened it, or it exists already. Reload the page and try again.';
const FAILED = 'The server failed. Try again; if it fails again, ask an administrator.';
const REFUSED = 'The catalog refused this.';

/** What a refusal means, by HTTP status, if its kind is not known. */
const BY_STATUS: Readonly<Record<number, string>> = {
  0: 'The server did not respond. Check that it is running and try again.',
  401: 'You are signed out. Sign in again.',
  403: 'You don’t have permission to do this. Ask an administrator for it.',
  404: 'This does not exist, or you don’t have access to it.',
  409: CONFLICT,
  410: 'This is too old: what it needs is no longer kept.',
  412: CONFLICT,
  413: 'This is too large. Make it smaller, or split it.',
  429: 'Too many requests at once. Try again in a moment.',
  503: 'The catalog is not available right now. Try again in a moment.',
  504: 'This took too long. Try again, or make it smaller.',
};

/** The message to show for any thrown value: never a sentence of the server. */
export function messageOf(error: unknown): string {
  if (error instanceof PageError) return error.message;
  if (!(error instanceof ApiError)) return 'This part of the page failed. Reload the page.';
  const words = new Set(error.problems.map(({ words: own }) => own));
  const [first] = words;
  return words.size === 1 && first !== undefined ? first : generalWords(error);
}

/** The problems of any thrown value, in words: those that the server lists, or its message. */
export function problemsIn(error: unknown): readonly Problem[] {
  const listed = error instanceof ApiError ? error.problems : [];
  if (listed.length === 0) return [{ message: messageOf(error) }];
  const general = messageOf(error);
  return listed.map((problem) => ({ ...problem, message: problem.words ?? general }));
}

/** What the server or the browser said, if the message to show does not say what was wrong; undefined otherwise. */
export function technicalDetails(error: unknown): string | undefined {
  if (error instanceof PageError) return undefined;
  if (!(error instanceof ApiError)) return String(error);
  const isSaid = error.problems.length > 0 && error.problems.every(({ words }) => words !== undefined);
  return isSaid || isExplained(error.status) || error.message === '' ? undefined : error.message;
}

function generalWords({ status }: ApiError): string {
  return BY_STATUS[status] ?? (status >= 500 ? FAILED : REFUSED);
}

/** Whether the general words say all that helps: the server's sentence would only name privileges and urns. */
function isExplained(status: number): boolean {
  return [0, 401, 403, 404, 429].includes(status);
}
