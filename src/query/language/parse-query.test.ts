import { describe, expect, it } from 'vitest';
import { messageOf } from '../../errors.ts';
import { parseQuery } from './parse-query.ts';
import type { QueryNode } from './query-node.ts';

/** A parsed query, with every operator and parenthesis. */
function shown(node: QueryNode): string {
  switch (node.kind) {
    case 'everything':
      return '*';
    case 'and':
    case 'or':
      return `(${node.of.map(shown).join(` ${node.kind} `)})`;
    case 'not':
      return `not ${shown(node.of)}`;
    case 'exists':
      return `${node.field}?`;
    case 'range': {
      const { field, lower, upper } = node;
      const from = lower === undefined ? '' : `${lower.text}${lower.inclusive ? '<=' : '<'}`;
      const to = upper === undefined ? '' : `${upper.inclusive ? '<=' : '<'}${upper.text}`;
      return `${from}${field}${to}`;
    }
    case 'value': {
      const { text, isQuoted, hasGaps } = node.value;
      const written = isQuoted ? `"${text}"` : hasGaps ? `~${text}` : text;
      return node.field === undefined ? written : `${node.field}:${written}`;
    }
  }
}

describe('the query language', () => {
  it.each([
    ['', '*'],
    ['  * ', '*'],
    ['*:*', '*'],
    ['orders', 'orders'],
    ['orders customer', '(orders and customer)'],
    ['orders AND customer', '(orders and customer)'],
    ['orders && customer', '(orders and customer)'],
    ['a OR b c', '(a or (b and c))'],
    ['a || b', '(a or b)'],
    ['(a OR b) c', '((a or b) and c)'],
    ['ORDER ANDY NOTE', '(ORDER and ANDY and NOTE)'],
    ['NOT a -b !c +d', '(not a and not b and not c and d)'],
    ['well-known', 'well-known'],
    ['NOT (a OR b)', 'not (a or b)'],
    ['name:orders', 'name:orders'],
    ['name: orders', 'name:orders'],
    ['name:(a OR "b c")', '(name:a or name:"b c")'],
    ['name:a b', '(name:a and b)'],
    ['structuredProperties.io.acme.team:red', 'structuredProperties.io.acme.team:red'],
    ['structuredProperties\\.a:red', 'structuredProperties.a:red'],
    ['"order details"', '"order details"'],
    ['name:"say \\"hi\\""', 'name:"say "hi""'],
    ['ord*', '~ord*'],
    ['name:o?d*', 'name:~o?d*'],
    ['ord\\*', 'ord*'],
    ['a\\*b*', '~a\\*b*'],
    ['_exists_:domains', 'domains?'],
    ['domains:*', 'domains?'],
    ['size:[1 TO 5]', '1<=size<=5'],
    ['size:{1 TO 5]', '1<size<=5'],
    ['size:[1 TO *}', '1<=size'],
    ['size:[* TO *]', 'size?'],
    ['size:>=5 size:<9', '(5<=size and size<9)'],
    ['day:["2024-01-31" TO 2024-02-01]', '2024-01-31<=day<=2024-02-01'],
    ['time:10:30', 'time:10:30'],
    ['size:-5', 'size:-5'],
    ['path:/a/b', 'path:/a/b'],
    ['urn:li:tag:x', 'urn:li:tag:x'],
    ['owners:urn:li:corpuser:x', 'owners:urn:li:corpuser:x'],
    ['owners:(urn:li:corpuser:x OR y)', '(owners:urn:li:corpuser:x or owners:y)'],
    [
      'urn:li:dataset:(urn:li:dataPlatform:x,a.b,PROD) c',
      '(urn:li:dataset:(urn:li:dataPlatform:x,a.b,PROD) and c)',
    ],
    ['name:orders^2 (a b)^1.5', '(name:orders and (a and b))'],
    ['a\\ b', 'a b'],
    ['\\(a\\)', '(a)'],
  ])('parses %s', (query, expected) => {
    expect(shown(parseQuery(query))).toBe(expected);
  });

  it.each([
    ['(a OR b', "at character 1, '(a OR b': the closing parenthesis is missing"],
    ['a) b', "at character 2, ') b': unmatched closing parenthesis"],
    ['a AND', 'at the end: expected a condition'],
    ['AND a', "at character 1, 'AND a': expected a condition"],
    ['a OR OR b', "at character 6, 'OR b': expected a condition"],
    ['()', "at character 2, ')': expected a value"],
    ['name:', 'at the end: expected a value'],
    ['name:"abc', `at character 6, '"abc': the closing quote is missing`],
    ['size:[1 5]', "at character 9, '5]': 'TO' is missing between the bounds of the range"],
    ['size:[1 TO 5', "at character 6, '[1 TO 5': the closing ']' or '}' is missing"],
    ['size:[TO 5]', "'TO' is missing"],
    ['roam~2', "at character 5, '~2': fuzzy and proximity searches (~) are not supported"],
    ['"a b"~3', "at character 6, '~3'"],
    ['a^b', "at character 2, '^b': a boost must be a number"],
    ['na*e:x', "at character 1, 'na*e:x': wildcards are not allowed in a field name"],
    ['name:(size:3)', "at character 7, 'size:3)': fields cannot be nested"],
    ['a\\', "at character 2, '\\': nothing follows the backslash"],
    ['['.repeat(3), "at character 1, '[[[': expected a value"],
    [`${'('.repeat(51)}a${')'.repeat(51)}`, 'nested deeper than 50. Simplify or split the query.'],
    [`${'NOT '.repeat(51)}a`, 'nested deeper than 50. Simplify or split the query.'],
    ['a '.repeat(1_025), 'more than 1024 conditions. Simplify or split the query.'],
  ])('reports the position of the error in %s', (query, message) => {
    expect(() => parseQuery(query)).toThrow(message);
  });

  it.each([
    [`${'('.repeat(50)}a${')'.repeat(50)}`, 'a'],
    [`${'NOT '.repeat(50)}a`, `${'not '.repeat(50)}a`],
    ['a '.repeat(1_024), `(${Array.from({ length: 1_024 }, () => 'a').join(' and ')})`],
  ])('accepts queries at its limits: %s', (query, expected) => {
    expect(shown(parseQuery(query))).toBe(expected);
  });

  it('explains quoting only where that helps', () => {
    const refusal = (query: string): string => {
      try {
        return shown(parseQuery(query));
      } catch (error) {
        return messageOf(error);
      }
    };
    expect(refusal('(a')).toContain('double quotes');
    expect(refusal('('.repeat(60))).not.toContain('double quotes');
    expect(refusal('a '.repeat(1_100))).not.toContain('double quotes');
  });
});
