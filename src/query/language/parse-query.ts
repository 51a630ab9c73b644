import type { QueryNode, WrittenBound } from './query-node.ts';
import { QueryReader } from './query-reader.ts';

/** Maximum nesting of parentheses and negations. */
const DEEPEST = 50;
/** Maximum number of conditions in a query. */
const MOST_CONDITIONS = 1_024;

interface Parsing {
  readonly reader: QueryReader;
  depth: number;
  conditions: number;
}

/**
 * Parses a query in Lucene's query string syntax: words, `"phrases"`, `field:value`, ranges, `*` and `?`, `_exists_`,
 * `AND`, `OR`, `NOT`, parentheses. Adjacent conditions are joined by AND, which binds tighter than OR. A boost (`^2`) has
 * no effect. INVALID_REQUEST with the position of a syntax error, and above 1,024 conditions or 50 nesting levels.
 */
export function parseQuery(text: string): QueryNode {
  const parsing: Parsing = { reader: new QueryReader(text), depth: 0, conditions: 0 };
  if (parsing.reader.isAtEnd()) return { kind: 'everything' };
  const node = parseOr(parsing, undefined);
  if (!parsing.reader.isAtEnd()) throw parsing.reader.error('unmatched closing parenthesis');
  return node;
}

function parseOr(parsing: Parsing, field: string | undefined): QueryNode {
  const { reader } = parsing;
  const of = [parseAnd(parsing, field)];
  while (!reader.isAtEnd() && (reader.takeKeyword('OR') || reader.take('||')))
    of.push(parseAnd(parsing, field));
  return joined('or', of);
}

function parseAnd(parsing: Parsing, field: string | undefined): QueryNode {
  const { reader } = parsing;
  const of = [parseUnary(parsing, field)];
  while (!reader.isAtEnd() && !reader.sees(')') && !reader.sees('||') && !reader.seesKeyword('OR')) {
    if (!reader.takeKeyword('AND')) reader.take('&&');
    of.push(parseUnary(parsing, field));
  }
  return joined('and', of);
}

function parseUnary(parsing: Parsing, field: string | undefined): QueryNode {
  const { reader } = parsing;
  const isMissing = reader.isAtEnd() || reader.seesKeyword('AND') || reader.seesKeyword('OR');
  if (isMissing) throw reader.error('expected a condition');
  if (parsing.depth > DEEPEST) throw reader.excess(`conditions are nested deeper than ${DEEPEST}`);
  parsing.depth++;
  try {
    if (reader.takeKeyword('NOT') || reader.take('!') || reader.take('-')) {
      return { kind: 'not', of: parseUnary(parsing, field) };
    }
    reader.take('+');
    return parseCondition(parsing, field);
  } finally {
    parsing.depth--;
  }
}

function parseCondition(parsing: Parsing, outer: string | undefined): QueryNode {
  const { reader } = parsing;
  if (++parsing.conditions > MOST_CONDITIONS) {
    throw reader.excess(`there are more than ${MOST_CONDITIONS} conditions`);
  }
  const start = reader.position;
  const field = reader.takeField() ?? outer;
  const isNamed = reader.position > start;
  if (isNamed && outer !== undefined) throw reader.error('fields cannot be nested', start);
  if (isNamed) reader.skipSpace();
  const node = field === undefined ? parseGroup(parsing, field) : parseField(parsing, field);
  return withoutSuffix(reader, node);
}

function parseField(parsing: Parsing, field: string): QueryNode {
  const { reader } = parsing;
  if (field === '_exists_') return { kind: 'exists', field: reader.takeText().text };
  if (reader.sees('[') || reader.sees('{')) return parseRange(reader, field);
  for (const sign of ['>=', '<=', '>', '<']) {
    if (reader.take(sign)) return comparison(field, sign, reader.takeText().text);
  }
  return parseGroup(parsing, field);
}

function parseGroup(parsing: Parsing, field: string | undefined): QueryNode {
  const { reader } = parsing;
  const start = reader.position;
  if (reader.take('(')) {
    const node = parseOr(parsing, field);
    reader.skipSpace();
    if (!reader.take(')')) throw reader.error('the closing parenthesis is missing', start);
    return node;
  }
  const value = reader.takeText();
  if (!value.hasGaps || value.text !== '*') return { kind: 'value', field, value };
  return field === undefined || field === '*' ? { kind: 'everything' } : { kind: 'exists', field };
}

function parseRange(reader: QueryReader, field: string): QueryNode {
  const start = reader.position;
  const isLowerIncluded = reader.take('[');
  if (!isLowerIncluded) reader.take('{');
  reader.skipSpace();
  const from = reader.takeText();
  reader.skipSpace();
  if (!reader.takeKeyword('TO')) throw reader.error("'TO' is missing between the bounds of the range");
  reader.skipSpace();
  const to = reader.takeText();
  reader.skipSpace();
  const isUpperIncluded = reader.take(']');
  if (!isUpperIncluded && !reader.take('}')) throw reader.error("the closing ']' or '}' is missing", start);
  const bound = ({ text, hasGaps }: typeof from, inclusive: boolean): WrittenBound | undefined =>
    hasGaps && text === '*' ? undefined : { text, inclusive };
  return range(field, bound(from, isLowerIncluded), bound(to, isUpperIncluded));
}

function comparison(field: string, sign: string, text: string): QueryNode {
  const bound = { text, inclusive: sign.length > 1 };
  return sign.startsWith('>') ? range(field, bound, undefined) : range(field, undefined, bound);
}

function range(field: string, lower: WrittenBound | undefined, upper: WrittenBound | undefined): QueryNode {
  if (lower === undefined && upper === undefined) return { kind: 'exists', field };
  return { kind: 'range', field, ...(lower && { lower }), ...(upper && { upper }) };
}

function withoutSuffix(reader: QueryReader, node: QueryNode): QueryNode {
  if (reader.sees('~')) throw reader.error('fuzzy and proximity searches (~) are not supported');
  const start = reader.position;
  if (reader.take('^') && !/^\d+(?:\.\d+)?$/.test(reader.takeText().text)) {
    throw reader.error('a boost must be a number', start);
  }
  return node;
}

function joined(kind: 'and' | 'or', of: readonly QueryNode[]): QueryNode {
  const [first] = of;
  return of.length === 1 && first !== undefined ? first : { kind, of };
}
