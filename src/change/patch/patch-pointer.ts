/** Maximum path length, deeper than any aspect. Keeps recursive code within the stack. */
const MAX_SEGMENTS = 100;

/** Why a text is not a JSON pointer, and what to do about it. */
export interface PointerProblem {
  readonly problem: string;
}

/** Unescaped segments of a JSON pointer. `/a/` has two, the second empty; the empty text has none. */
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
