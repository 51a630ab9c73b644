/** The part of a JSON value behind a path of members and indexes; undefined when there is nothing. */
export function jsonAt(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const own: unknown = Object.getOwnPropertyDescriptor(value, step)?.value;
    return own;
  }, json);
}

/** The elements of the list behind a path; none when there is no list. */
export function jsonItems(json: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = jsonAt(json, ...path);
  return Array.isArray(value) ? value : [];
}

/** Names of the members of a JSON object, in order; none of anything else. */
export function jsonNames(json: unknown): readonly string[] {
  return typeof json === 'object' && json !== null ? Object.keys(json) : [];
}
