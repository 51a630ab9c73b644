/** Things by paths. */
export class PathGroups<Thing> {
  readonly #at = new Map<string, Thing>();
  /** The first thing below each path. */
  readonly #below = new Map<string, Thing>();

  /** A thing at a path that the path is within, or that is within the path. */
  near(path: readonly string[]): Thing | undefined {
    for (let length = 0; length <= path.length; length++) {
      const thing = this.#at.get(keyOf(path, length));
      if (thing !== undefined) return thing;
    }
    return this.#below.get(keyOf(path));
  }

  add(path: readonly string[], thing: Thing): void {
    this.#at.set(keyOf(path), thing);
    for (let length = 0; length < path.length; length++) {
      const key = keyOf(path, length);
      if (!this.#below.has(key)) this.#below.set(key, thing);
    }
  }
}

function keyOf(path: readonly string[], length = path.length): string {
  return JSON.stringify(path.slice(0, length));
}
