/**
 * Extracts parts of a JSON text as written. Parsing and serialising would change digits and decimal points. The text must
 * be valid JSON: it is not fully checked.
 */

/** Source texts of an object's values, by member name. */
export function membersOf(text: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let at = afterSpace(text, afterSpace(text, 0) + 1);
  while (text[at] === '"') {
    const nameEnd = requiredEnd(text, at);
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    const start = afterSpace(text, afterSpace(text, nameEnd) + 1);
    const end = requiredEnd(text, start);
    members.set(String(name), text.slice(start, end));
    at = afterSeparator(text, end);
  }
  return members;
}

/** Source texts of an array's elements. */
export function elementsOf(text: string): readonly string[] {
  const elements: string[] = [];
  let at = afterSpace(text, afterSpace(text, 0) + 1);
  while (at < text.length && text[at] !== ']') {
    const end = requiredEnd(text, at);
    elements.push(text.slice(at, end));
    at = afterSeparator(text, end);
  }
  return elements;
}

/** Index after the value that begins at `start`; undefined if the text may end within the value. */
export function endOfValue(text: string, start: number): number | undefined {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') return endOfScalar(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

/** Index of the first character at or after `start` that is not white space. */
export function afterSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return at;
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return undefined;
}

function endOfScalar(text: string, start: number): number | undefined {
  const length = text.slice(start).search(/[\s,\]}]/);
  // In malformed JSON a delimiter counts as a value, so that callers always make progress.
  return length === -1 ? undefined : start + Math.max(length, 1);
}

function afterSeparator(text: string, end: number): number {
  const at = afterSpace(text, end);
  return text[at] === ',' ? afterSpace(text, at + 1) : at;
}

function requiredEnd(text: string, start: number): number {
  const end = endOfValue(text, start);
  if (end === undefined) throw new Error(`The JSON text ends within the value at ${start}.`);
  return end;
}
