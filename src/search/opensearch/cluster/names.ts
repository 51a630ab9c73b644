/** Names of indexes and aliases in the engine; a catalog has those with its prefix to itself. */
export class IndexNames {
  readonly #prefix: string;
  readonly #ofGeneration: RegExp;

  /** The prefix is lower-case, as all names of indexes are. */
  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#ofGeneration = new RegExp(`^${prefix.replace(/[^a-z0-9]/g, '\\$&')}(\\d+)(?:-state|_.+)$`);
  }

  /** The index of the documents of one type, in one generation. */
  documents(generation: number, entityType: string): string {
    return `${this.#prefix}${generation}_${typeName(entityType)}`;
  }

  /** Matches the indexes of documents of a generation. */
  allDocuments(generation: number): string {
    return `${this.#prefix}${generation}_*`;
  }

  /** The index that holds the state of a generation. */
  state(generation: number): string {
    return `${this.#prefix}${generation}-state`;
  }

  /** The alias of the documents of one type in the generation that is in use. */
  documentsInUse(entityType: string): string {
    return `${this.#prefix}${typeName(entityType)}`;
  }

  /** The alias of the documents of all types in the generation that is in use. */
  get allInUse(): string {
    return `${this.#prefix}_all`;
  }

  /** The alias of the state of the generation that is in use. */
  get stateInUse(): string {
    return `${this.#prefix}_state`;
  }

  /** Matches every name of the catalog. */
  get everything(): string {
    return `${this.#prefix}*`;
  }

  /** The generation that an index belongs to; undefined for what is not an index of the catalog. */
  generationOf(index: string): number | undefined {
    const digits = this.#ofGeneration.exec(index)?.[1];
    return digits === undefined ? undefined : Number(digits);
  }
}

/** Lower-case and without characters that names may not have; no two types have the same. */
function typeName(entityType: string): string {
  return entityType.replace(/[^a-z0-9]/g, (character) =>
    /[A-Z]/.test(character)
      ? `-${character.toLowerCase()}`
      : `.${(character.codePointAt(0) ?? 0).toString(16)}.`,
  );
}
