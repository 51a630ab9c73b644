/** A dependency with only these members; the use of any other throws. */
export function partOf<Part extends object>(members: Partial<Part>): Part {
  const part: unknown = new Proxy(members, {
    get: (target, name): unknown => {
      if (name in target) return Reflect.get(target, name);
      throw new Error(`${String(name)} is not part of this test.`);
    },
  });
  return part as Part;
}
