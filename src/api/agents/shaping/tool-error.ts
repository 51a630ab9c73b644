import { BatchError, CatalogError, GoneError, TooManyRequestsError } from '../../../errors.ts';
import { printable, shorten } from '../../../util/printable.ts';
import { withVisible } from './visible-text.ts';

/** Maximum characters of an error: clients drop the rest. */
const LONGEST_ERROR = 2_000;
const LONGEST_MESSAGE = 1_000;
/** Maximum characters of a part of the input that an error quotes. */
const LONGEST_QUOTE = 80;
/** Longest word that is not a quote: some urns are as long. */
const LONGEST_WORD = 400;
const MOST_NEAREST = 5;

/** An error of a tool that names what the caller may have meant. */
export class UnknownNameError extends CatalogError {
  /** Urns or names that the caller may see, best first. */
  readonly nearest: readonly string[];

  /** `argument`: path of the argument with the name. */
  constructor(message: string, argument: string, nearest: readonly string[]) {
    super('NOT_FOUND', message, { problems: [{ code: 'NOT_FOUND', message, field: argument }] });
    this.nearest = nearest.slice(0, MOST_NEAREST);
  }
}

/** JSON text of an error, at most 2,000 characters. */
export function errorText(error: CatalogError): string {
  const { code, problems } = error;
  const argument = problems.length === 1 || !(error instanceof BatchError) ? problems[0]?.field : undefined;
  const nearest = error instanceof UnknownNameError ? error.nearest : [];
  const textWith = (length: number): string =>
    JSON.stringify({
      error: {
        code,
        ...(argument !== undefined && { argument: shorten(quoted(argument), LONGEST_QUOTE) }),
        message: shorten(quoted(error.message), length),
        ...(nearest.length > 0 && { nearest: nearest.map((one) => shorten(quoted(one), LONGEST_WORD / 2)) }),
        ...(error instanceof TooManyRequestsError && { retry_after: error.retryAfterSeconds }),
        ...(error instanceof GoneError && { oldest_cursor: error.oldestCursor }),
      },
    });
  const text = textWith(LONGEST_MESSAGE);
  // Escapes can make a message longer than it was.
  return text.length <= LONGEST_ERROR ? text : textWith(Math.floor(LONGEST_MESSAGE / 8));
}

/** Shortens quoted parts of the input, and escapes what people do not see. */
function quoted(message: string): string {
  return printable(withVisible(message))
    .replace(/'([^']*)'/g, (_, part: string) => `'${shorten(part, LONGEST_QUOTE)}'`)
    .replace(/\S+/g, (word) => (word.length > LONGEST_WORD ? shorten(word, LONGEST_QUOTE) : word));
}
