/** A generation, and how often its columns were replaced. */
export interface LayoutInUse {
  readonly number: number;
  readonly layout: number;
}

/** Names of indexes and aliases; a catalog owns all names with its prefix. */
export class IndexNames {
  readonly #prefix: string;
  readonly #ofGeneration: RegExp;

  /** The prefix must be lower-case, as index names are. */
  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#ofGeneration = new RegExp(`^${prefix.replace(/[^a-z0-9]/g, '\\$&')}(\\d+)(?:-state|_.+)$`);
  }

  /** Index of the documents of one type in one generation. */
  documents(generation: number, entityType: string): string {
    return `${this.#prefix}${generation}_${typeName(entityType)}`;
  }

  /** Pattern of the document indexes of a generation. */
  allDocuments(generation: number): string {
    return `${this.#prefix}${generation}_*`;
  }

  /** Index with the state of a generation. */
  state(generation: number): string {
    return `${this.#prefix}${generation}-state`;
  }

  /**
   * Alias of the documents of one type, until another generation is put in use. Contains the generation and its layout, so that
   * a process with an earlier one, with other columns, cannot read or write them by mistake.
   */
  documentsInUse({ number, layout }: LayoutInUse, entityType: string): string {
    return `${this.#prefix}${number}-of${suffixOf(layout)}_${typeName(entityType)}`;
  }

  /** Alias of the documents of all types, until another generation is put in use. */
  allInUse({ number, layout }: LayoutInUse): string {
    return `${this.#prefix}${number}-all${suffixOf(layout)}`;
  }

  /** Alias of the state of the generation in use. */
  get stateInUse(): string {
    return `${this.#prefix}_state`;
  }

  /** Alias of the state of the generation being filled, or filled last. */
  get filling(): string {
    return `${this.#prefix}_filling`;
  }

  /** Pattern of all names of the catalog. */
  get everything(): string {
    return `${this.#prefix}*`;
  }

  /** Generation of an index; undefined for other names. */
  generationOf(index: string): number | undefined {
    const digits = this.#ofGeneration.exec(index)?.[1];
    return digits === undefined ? undefined : Number(digits);
  }
}

function suffixOf(layout: number): string {
  return layout === 0 ? '' : String(layout);
}

/** Encodes an entity type, injectively, as lower-case characters that are valid in index names. */
function typeName(entityType: string): string {
  return entityType.replace(/[^a-z0-9]/g, (character) =>
    /[A-Z]/.test(character)
      ? `-${character.toLowerCase()}`
      : `.${(character.codePointAt(0) ?? 0).toString(16)}.`,
  );
}
