/** A rule for some aspects; undefined: for all. */
interface OfAspects {
  readonly aspects: readonly string[] | undefined;
}

/** Looks up the rules that apply to an aspect, in the order of the list. Cached: the rules never change. */
export function byAspect<Rule extends OfAspects>(
  rules: readonly Rule[],
): (aspectName: string) => readonly Rule[] {
  const known = new Map<string, readonly Rule[]>();
  return (aspectName) => {
    let found = known.get(aspectName);
    if (found === undefined) {
      found = rules.filter(({ aspects }) => aspects?.includes(aspectName) !== false);
      known.set(aspectName, found);
    }
    return found;
  };
}
