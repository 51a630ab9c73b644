/**
 * Reads a pattern of SQL's LIKE: `%` stands for any text, `_` for any character. What it returns takes at most as many
 * steps as text and pattern are long, multiplied, whatever the pattern.
 */
export function likePattern(pattern: string): (text: string) => boolean {
  const wanted = Array.from(pattern.replace(/%+/g, '%'));
  const last = wanted.at(-1) === '%' ? wanted.length - 1 : wanted.length;
  return (text) => {
    const reached = reachedBy(Array.from(text), wanted);
    return reached !== undefined && reached >= last;
  };
}

/** How many characters of the pattern a whole text meets; undefined when it does not fit. */
function reachedBy(text: readonly string[], wanted: readonly string[]): number | undefined {
  let at = 0;
  let next = 0;
  // Behind the last gap, and how far the gap reaches: what follows it is tried again and again, no gap before it.
  let behindGap: number | undefined;
  let gapEnd = 0;
  while (at < text.length) {
    if (wanted[next] === '%') {
      behindGap = ++next;
      gapEnd = at;
    } else if (next < wanted.length && (wanted[next] === '_' || wanted[next] === text[at])) {
      at++;
      next++;
    } else if (behindGap === undefined) return undefined;
    else {
      next = behindGap;
      at = ++gapEnd;
    }
  }
  return next;
}
