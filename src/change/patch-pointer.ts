/** Deeper than any place in an aspect; what follows a path recursively stays within the stack. */
const MAX_SEGMENTS = 100;

/** Why a text is no JSON pointer, and what to do about it. */
export interface PointerProblem {
  readonly problem: string;
}

/** The segments of a JSON pointer, unescaped; `/a/` has an empty second one, the empty text has none. */
export function parsePointer(text: string): readonly string[] | PointerProblem {
  if (text === '') return [];
  if (!text.startsWith('/')) return { problem: "A path starts with '/', for example /properties/<urn>" };
  const segments = text.slice(1).split('/');
  if (segments.length > MAX_SEGMENTS) {
    return { problem: `A path has at most ${MAX_SEGMENTS} segments; write '/' inside a key as ~1` };
  }
  if (segments.some((segment) => /~(?![01])/.test(segment))) {
    return { problem: "Write '~' inside a key as ~0 and '/' as ~1" };
  }
  return segments.map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'));
}
