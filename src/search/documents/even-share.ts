/** The greatest maximum per size that keeps the sum of sizes within the limit; Infinity if the sum already is. */
export function evenShare(sizes: readonly number[], limit: number): number {
  const ascending = sizes.toSorted((a, b) => a - b);
  let left = limit;
  for (const [i, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - i));
    if (size > share) return share;
    left -= size;
  }
  return Infinity;
}
