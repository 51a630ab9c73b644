import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../errors.ts';
import { suggestion } from '../../util/closest-name.ts';
import { shorten } from '../../util/printable.ts';
import { noteWarning } from './request-context.ts';
import { because } from '../../refusals.ts';

/** Maximum length of a name in a message. */
const MAX_SHOWN = 60;

const TRUE = new Set(['true', 'on', 'yes', '1']);
const FALSE = new Set(['false', 'off', 'no', '0']);

/** Refuses queries with invalid percent-encoding. */
export function checkQueryEncoding(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const start = request.url.indexOf('?');
    done(start < 0 || isDecodable(request.url.slice(start + 1)) ? undefined : malformedQuery());
  });
}

/** Parameters that every OpenAPI route accepts. */
const EVERYWHERE: readonly string[] = ['asOf'];

/**
 * The query parameters of one request, read by name and type. A parameter may be repeated or hold a comma-separated
 * list. Methods throw INVALID_REQUEST with parameter and value.
 */
export class QueryParameters {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  /** Names that may be read; undefined: any. */
  readonly #known: readonly string[] | undefined;

  /** Ignores names that are not read. `known`: the only names that may be read. */
  constructor(request: Pick<FastifyRequest, 'query'>, known?: readonly string[]) {
    this.#values = new Map(Object.entries(queryOf(request)).map(([name, value]) => [name, textsOf(value)]));
    this.#known = known;
  }

  /**
   * The parameters of a route that has only the `known` ones. Notes a warning for every other name, which has no
   * effect; if the request is strict, throws INVALID_REQUEST instead.
   */
  static of(request: Pick<FastifyRequest, 'query'>, known: readonly string[]): QueryParameters {
    const parameters = new QueryParameters(request, known);
    for (const name of parameters.#values.keys()) {
      if (known.includes(name) || EVERYWHERE.includes(name)) continue;
      const hint = suggestion(name, known);
      const names = known.length === 0 ? 'It has none.' : `It has ${known.join(', ')}.`;
      const shown = shorten(name, MAX_SHOWN);
      noteWarning(
        `Parameter ${shown} has no effect: this request has no such parameter.${hint || ` ${names}`}`,
      );
    }
    return parameters;
  }

  #sent(name: string): readonly string[] {
    if (this.#known?.includes(name) === false) throw new Error(`Parameter ${name} is not declared.`);
    return this.#values.get(name) ?? [];
  }

  /** The last value; undefined when absent or empty. */
  text(name: string): string | undefined {
    const value = this.#sent(name).at(-1);
    return value === '' ? undefined : value;
  }

  /** All values, not split at commas. */
  all(name: string): readonly string[] {
    return this.#sent(name).filter((value) => value !== '');
  }

  /** All values, split at commas; empty when absent. */
  list(name: string): readonly string[] {
    return this.#sent(name)
      .flatMap((value) => value.split(','))
      .filter((value) => value !== '');
  }

  /** True or false; `fallback` when absent. May be repeated with the same value. */
  flag(name: string, fallback: boolean): boolean {
    const [first, ...others] = this.list(name).map((value) => parseFlag(name, value));
    if (others.some((other) => other !== first)) {
      throw invalidRequest(
        `Parameter ${name} is given as true and as false. Give it once.`,
        name,
        because('INPUT_REPEATED', { name }),
      );
    }
    return first ?? fallback;
  }

  /** A whole number from 0 to 2^53 - 1; undefined when absent. */
  count(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const count = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(count)) {
      throw invalidRequest(
        `Parameter ${name} must be a whole number from 0, but it is '${value}'.`,
        name,
        because('INPUT_FORMAT', { name, value }),
      );
    }
    return count;
  }
}

function parseFlag(name: string, value: string): boolean {
  const flag = value.trim().toLowerCase();
  if (TRUE.has(flag)) return true;
  if (FALSE.has(flag)) return false;
  throw invalidRequest(
    `Parameter ${name} must be true or false, but it is '${value}'.`,
    name,
    because('INPUT_FORMAT', { name, value }),
  );
}

function queryOf(request: Pick<FastifyRequest, 'query'>): object {
  return typeof request.query === 'object' && request.query !== null ? request.query : {};
}

function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === 'string');
}

function isDecodable(query: string): boolean {
  if (!query.includes('%')) return true;
  try {
    decodeURIComponent(query);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function malformedQuery(): Error {
  return invalidRequest(
    'The query is not valid percent-encoded UTF-8. Write a literal % as %25.',
    undefined,
    because('URN_INVALID'),
  );
}
