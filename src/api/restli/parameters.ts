import { invalidRequest } from '../../errors.ts';
import { parseUriValue, refuseDeepLists, uriTexts, type UriValue } from './uri-value.ts';

/** Maximum length of a query: 10,000 urns of usual length, encoded. */
const LONGEST = 2 * 1024 * 1024;
/** Separators of parameters, lists and records, also encoded, and their maximum number. */
const SEPARATOR = /[&,()]|%(?:2C|28|29)/gi;
const MOST_SEPARATORS = 100_000;

/**
 * The parameters of a Rest.li request, read by name and type. Parses the raw query, because lists must be split before
 * they are decoded. Methods throw INVALID_REQUEST with the parameter; the constructor for a query that is too long.
 */
export class RestliParameters {
  readonly #raw = new Map<string, string[]>();

  constructor(query: string) {
    refuseLong(query);
    for (const pair of query.split('&')) {
      const equals = pair.indexOf('=');
      const name = equals < 0 ? pair : pair.slice(0, equals);
      if (name === '') continue;
      const value = equals < 0 ? '' : pair.slice(equals + 1);
      const known = this.#raw.get(name);
      if (known === undefined) this.#raw.set(name, [value]);
      else known.push(value);
    }
  }

  has(name: string): boolean {
    return this.#raw.has(name);
  }

  /** The last value; undefined when absent or empty. */
  text(name: string): string | undefined {
    const raw = this.#raw.get(name)?.at(-1);
    const value = raw === undefined || raw === '' ? undefined : parseUriValue(raw);
    if (value === undefined || typeof value === 'string') return value;
    throw invalidRequest(`Parameter ${name} must be a single text.`);
  }

  /** The last value; throws INVALID_REQUEST when absent or empty. */
  requiredText(name: string): string {
    const text = this.text(name);
    if (text === undefined) throw invalidRequest(`Parameter ${name} is missing.`);
    return text;
  }

  /** A whole number of at most 15 digits, possibly negative; undefined when absent. */
  integer(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(number)) {
      throw invalidRequest(`Parameter ${name} must be a whole number, but it is '${text}'.`);
    }
    return number;
  }

  /** The elements of `List(...)`, or of a repeated parameter as in protocol version 1. */
  list(name: string): readonly UriValue[] {
    const raw = this.#raw.get(name) ?? [];
    return raw.flatMap((text) => {
      const value = parseUriValue(text);
      return typeof value === 'string' || value instanceof Map ? [value] : [...value.values()];
    });
  }

  /** The elements of a list of texts; throws INVALID_REQUEST for other elements. */
  texts(name: string): readonly string[] {
    return this.list(name).flatMap((value) => uriTexts(value, `Parameter ${name}`));
  }
}

/** Refuses a query with too many parts before parsing it. */
function refuseLong(query: string): void {
  if (query.length > LONGEST) {
    throw invalidRequest(
      `The query has ${query.length} characters, more than ${LONGEST}. Split the request.`,
    );
  }
  refuseDeepLists(query);
  let separators = 0;
  for (const _separator of query.matchAll(SEPARATOR)) {
    if (++separators > MOST_SEPARATORS) {
      throw invalidRequest(
        `The query has more than ${MOST_SEPARATORS} commas, parentheses and parameters. Split the request.`,
      );
    }
  }
}
