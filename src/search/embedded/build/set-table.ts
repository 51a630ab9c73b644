/** Interns sets of ordinals: each distinct set gets a code, from 1, in order of appearance. */
export class SetTable {
  #ordinals = new Uint32Array(256);
  #offsets = new Uint32Array(64);
  #slots = new Uint32Array(128);
  #count = 0;

  /** Number of distinct sets. */
  get count(): number {
    return this.#count;
  }

  /** Code of the set, whose ordinals must ascend; a new code for a new set. */
  intern(set: ArrayLike<number>): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(set) & mask;
    for (;;) {
      const code = this.#slots[slot] ?? 0;
      if (code === 0) break;
      if (this.#equals(code, set)) return code;
      slot = (slot + 1) & mask;
    }
    this.#append(set);
    this.#slots[slot] = this.#count;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return this.#count;
  }

  /** Start of each set in `ordinals`, and the end of the last; the set of code c is entry c - 1. */
  offsets(): Uint32Array {
    return this.#offsets.slice(0, this.#count + 1);
  }

  /** Ordinals of all sets, concatenated. */
  ordinals(): Uint32Array {
    return this.#ordinals.slice(0, this.#offsets[this.#count] ?? 0);
  }

  #equals(code: number, set: ArrayLike<number>): boolean {
    const start = this.#offsets[code - 1] ?? 0;
    if ((this.#offsets[code] ?? 0) - start !== set.length) return false;
    for (let i = 0; i < set.length; i++) if (this.#ordinals[start + i] !== set[i]) return false;
    return true;
  }

  #append(set: ArrayLike<number>): void {
    const start = this.#offsets[this.#count] ?? 0;
    this.#ordinals = withRoom(this.#ordinals, start + set.length);
    this.#ordinals.set(set, start);
    this.#count++;
    this.#offsets = withRoom(this.#offsets, this.#count + 1);
    this.#offsets[this.#count] = start + set.length;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 4);
    const mask = this.#slots.length - 1;
    for (let code = 1; code <= this.#count; code++) {
      let slot = hashOf(this.#ordinals.subarray(this.#offsets[code - 1], this.#offsets[code])) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = code;
    }
  }
}

function hashOf(set: ArrayLike<number>): number {
  let hash = set.length;
  for (let i = 0; i < set.length; i++) hash = Math.imul(hash ^ (set[i] ?? 0), 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function withRoom(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}
