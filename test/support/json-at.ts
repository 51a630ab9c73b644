/** The part of a JSON value behind a path of members and indexes; undefined when there is nothing. */
export function jsonAt(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.hasOwn(value, step)
      ? Object.entries(value).find(([name]) => name === String(step))?.[1]
      : undefined;
  }, json);
}
