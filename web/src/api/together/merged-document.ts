/** A query, with the texts of its document: its operation and the fragments that it spreads. */
export interface Part {
  readonly texts: readonly string[];
  readonly variables: Readonly<Record<string, unknown>>;
}

/** One document that asks everything that several queries ask. */
export interface MergedDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Strings, spreads, variables, directives, names, and single characters. */
const TOKENS = /"(?:[^"\\]|\\.)*"|\.\.\.|[$@]?\w+|\S/g;
const OPERATION = /^\s*query\s+(\w+)\s*/;

/**
 * Merges queries into one: the names of their variables, and those of the fields in their answers, get the number of the query.
 * Each query has a name, and spreads no fragment at its root.
 */
export function merge(parts: readonly Part[]): MergedDocument {
  const names: string[] = [];
  const declared: string[] = [];
  const selected: string[] = [];
  const fragments = new Set<string>();
  const variables: Record<string, unknown> = {};
  for (const [index, part] of parts.entries()) {
    for (const text of part.texts) {
      const operation = OPERATION.exec(text);
      if (operation?.[1] === undefined) {
        fragments.add(text);
        continue;
      }
      names.push(operation[1]);
      const { declarations, fields } = numbered(text.slice(operation[0].length), index);
      declared.push(...declarations);
      selected.push(...fields);
    }
    for (const [name, value] of Object.entries(part.variables)) variables[`${name}_${index}`] = value;
  }
  const head = declared.length === 0 ? '' : `(${declared.join(' ')})`;
  return {
    query: `query ${names.join('_')}${head} {${selected.join(' ')}}${[...fragments].join('')}`,
    variables,
  };
}

/** The part of a merged answer that answers one of the queries. */
export function answerOf(data: Readonly<Record<string, unknown>>, index: number): Record<string, unknown> {
  const prefix = `q${index}_`;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}

/** Tokens of the declarations and of the selected fields of an operation, with numbered names. */
function numbered(
  text: string,
  index: number,
): { readonly declarations: readonly string[]; readonly fields: readonly string[] } {
  const tokens = text.match(TOKENS) ?? [];
  const declarations: string[] = [];
  const fields: string[] = [];
  let braces = 0;
  let parentheses = 0;
  for (const [at, token] of tokens.entries()) {
    const own = token.startsWith('$') ? `${token}_${index}` : token;
    if (token === '{') braces += 1;
    if (token === '}') braces -= 1;
    if (token === ')') parentheses -= 1;
    if (braces === 0 && parentheses > 0) declarations.push(own);
    else if (braces > 0 && !(braces === 1 && token === '{')) {
      const isAtRoot = braces === 1 && parentheses === 0 && /^\w/.test(token) && tokens[at - 1] !== ':';
      fields.push(isAtRoot ? aliased(token, tokens[at + 1] === ':', index) : own);
    }
    if (token === '(') parentheses += 1;
  }
  return { declarations, fields };
}

function aliased(name: string, isAlias: boolean, index: number): string {
  return isAlias ? `q${index}_${name}` : `q${index}_${name}: ${name}`;
}
