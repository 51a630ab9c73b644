import { filterError, filterTokens, quotedPart, type FilterToken, type Sign } from './filter-tokens.ts';

/** Comparison of a field with values. */
export interface FilterCondition {
  readonly kind: 'condition';
  readonly field: string;
  readonly operator: '=' | '>' | '>=' | '<' | '<=' | 'exists';
  /** Any of them may match; empty only for `exists`. */
  readonly values: readonly string[];
  readonly isNegated: boolean;
}

/** A filter as written. */
export type FilterNode =
  | FilterCondition
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly part: FilterNode };

/** Maximum nesting of brackets and NOT. */
const DEEPEST = 50;
const COMPARISONS: ReadonlySet<string> = new Set(['=', '!=', '>', '>=', '<', '<=']);

/**
 * Parses a filter: conditions (`field = value`, `!=`, `<`, `<=`, `>`, `>=`, `IN (a, b)`, `IS NULL`, `IS NOT NULL`) joined by AND, OR,
 * NOT and brackets. Words of a value are joined by a space. Throws INVALID_REQUEST.
 */
export function parseFilter(text: string): FilterNode {
  const reader = new TokenReader(filterTokens(text));
  const node = readOr(reader, 0);
  if (!reader.isAtEnd) throw reader.unexpected('AND, OR or the end');
  return node;
}

class TokenReader {
  readonly #tokens: readonly FilterToken[];
  #next = 0;

  constructor(tokens: readonly FilterToken[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  /** Whether the token is this word, in any case and without quotes. */
  isWord(word: string, ahead = 0): boolean {
    const token = this.#tokens[this.#next + ahead];
    return token?.kind === 'word' && !token.isQuoted && token.text.toUpperCase() === word;
  }

  takeWord(...words: readonly string[]): boolean {
    const isNext = words.every((word, i) => this.isWord(word, i));
    if (isNext) this.#next += words.length;
    return isNext;
  }

  takeSign(sign: Sign): boolean {
    const token = this.#tokens[this.#next];
    const isNext = token?.kind === 'sign' && token.text === sign;
    if (isNext) this.#next++;
    return isNext;
  }

  /** The next token if it is a word or a quoted text. */
  takeText(): string | undefined {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word') return undefined;
    this.#next++;
    return token.text;
  }

  takeComparison(): string | undefined {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'sign' || !COMPARISONS.has(token.text)) return undefined;
    this.#next++;
    return token.text;
  }

  unexpected(expected: string): Error {
    const token = this.#tokens[this.#next];
    return token === undefined
      ? filterError(`it ends where ${expected} is expected`)
      : filterError(`position ${token.at} has ${quotedPart(token.text)} where ${expected} is expected`);
  }
}

function readOr(reader: TokenReader, depth: number): FilterNode {
  const parts = [readAnd(reader, depth)];
  while (reader.takeWord('OR')) parts.push(readAnd(reader, depth));
  return joined('or', parts);
}

function readAnd(reader: TokenReader, depth: number): FilterNode {
  const parts = [readFactor(reader, depth)];
  while (reader.takeWord('AND')) parts.push(readFactor(reader, depth));
  return joined('and', parts);
}

function joined(kind: 'and' | 'or', parts: readonly FilterNode[]): FilterNode {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : { kind, parts };
}

function readFactor(reader: TokenReader, depth: number): FilterNode {
  if (depth > DEEPEST) throw filterError(`it has more than ${DEEPEST} nested brackets`);
  if (reader.takeWord('NOT')) return { kind: 'not', part: readFactor(reader, depth + 1) };
  if (!reader.takeSign('(')) return readCondition(reader);
  const node = readOr(reader, depth + 1);
  if (!reader.takeSign(')')) throw reader.unexpected("')'");
  return node;
}

function readCondition(reader: TokenReader): FilterCondition {
  const field = reader.takeText();
  if (field === undefined) throw reader.unexpected('a field name');
  const condition = { kind: 'condition', field, isNegated: false } as const;
  if (reader.takeWord('IS', 'NOT', 'NULL')) return { ...condition, operator: 'exists', values: [] };
  if (reader.takeWord('IS', 'NULL')) return { ...condition, operator: 'exists', values: [], isNegated: true };
  const isNegated = reader.takeWord('NOT', 'IN');
  if (isNegated || reader.takeWord('IN')) {
    return { ...condition, operator: '=', values: readList(reader), isNegated };
  }
  const sign = reader.takeComparison();
  if (sign === undefined) throw reader.unexpected('=, !=, <, <=, >, >=, IN or IS');
  const values = [readValue(reader)];
  if (sign === '!=') return { ...condition, operator: '=', values, isNegated: true };
  return { ...condition, operator: sign as Exclude<FilterCondition['operator'], 'exists'>, values };
}

function readList(reader: TokenReader): readonly string[] {
  if (!reader.takeSign('(')) throw reader.unexpected("'('");
  const values: string[] = [];
  do values.push(readValue(reader));
  while (reader.takeSign(','));
  if (!reader.takeSign(')')) throw reader.unexpected("',' or ')'");
  return values;
}

/** A value: words up to AND, OR, a comma or a bracket. */
function readValue(reader: TokenReader): string {
  const first = reader.takeText();
  if (first === undefined) throw reader.unexpected('a value');
  const words = [first];
  while (!reader.isWord('AND') && !reader.isWord('OR')) {
    const word = reader.takeText();
    if (word === undefined) break;
    words.push(word);
  }
  return words.join(' ');
}
