/**
 * Parts of a JSON text as they are written, digits and decimal points included, which parsing and writing again would
 * change. The text must be JSON: what is between the parts is not looked at.
 */

/** The texts of an object's values by name. */
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

/** The texts of a list's elements. */
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

/** Where the value that begins at a place ends; undefined when the text may end before the value does. */
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

/** The first place from a given one on that is no white space. */
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
  // A delimiter that stands where a value should be is taken for one, so that every step goes on.
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
