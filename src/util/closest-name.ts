/** Maximum length of names that are corrected, and of comparison steps: the time depends on both lengths. */
const LONGEST = 200;
const MOST_STEPS = 4_000_000;

/** The known name closest to a misspelt one, other than itself; undefined if none is close. Ignores case, `_`, `-`, `.` and spaces. */
export function closestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = plain(name);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: { readonly name: string; readonly distance: number } | undefined;
  let steps = 0;
  for (const candidate of known) {
    if (candidate === name || candidate.length > 2 * LONGEST) continue;
    const other = plain(candidate);
    // The distance is at least the difference of the lengths.
    if (Math.abs(other.length - wanted.length) > limit) continue;
    steps += other.length * wanted.length;
    if (steps > MOST_STEPS) break;
    const distance = editDistance(wanted, other);
    if (distance <= limit && (best === undefined || distance < best.distance))
      best = { name: candidate, distance };
  }
  return best?.name;
}

/** ` Did you mean 'x'?` (with a leading space) for an error message; empty if no known name is close. */
export function suggestion(name: string, known: Iterable<string>): string {
  const closest = closestName(name, known);
  return closest === undefined ? '' : ` Did you mean '${closest}'?`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_.\- ]/g, '');
}

/** Damerau-Levenshtein distance: insertions, deletions, replacements, and swaps of adjacent characters. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(beforeLast, j - 2) + 1 : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
