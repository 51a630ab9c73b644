/** Value at a path of member names and indexes; undefined if there is none. */
export function jsonAt(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const own: unknown = Object.getOwnPropertyDescriptor(value, step)?.value;
    return own;
  }, json);
}

/** Elements of the list at a path; empty if there is no list. */
export function jsonItems(json: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = jsonAt(json, ...path);
  return Array.isArray(value) ? value : [];
}

/** Member names of a JSON object, in order; empty for any other value. */
export function jsonNames(json: unknown): readonly string[] {
  return typeof json === 'object' && json !== null ? Object.keys(json) : [];
}
