import { suggestion } from '../../util/closest-name.ts';
import type { YamlMapping, YamlNode, YamlScalar } from '../../util/yaml-tree.ts';

/** Notes a problem at a line. */
export type Complain = (line: number, problem: string) => void;

/**
 * Takes the members of one mapping by name and type. What is wrong is complained about and then treated as left
 * out, so that the rest of the mapping is read as well.
 */
export class FieldReader {
  readonly #mapping: YamlMapping;
  readonly #complain: Complain;

  constructor(mapping: YamlMapping, complain: Complain) {
    this.#mapping = mapping;
    this.#complain = complain;
  }

  /** Line of a member, or of the whole mapping when it is left out. */
  lineOf(name: string): number {
    return this.#mapping.entries.get(name)?.line ?? this.#mapping.line;
  }

  /** Complains about members that are not among the known; `hints` says what to write instead of some. */
  refuseUnknown(known: readonly string[], hints: Readonly<Record<string, string>> = {}): void {
    for (const [name, { line }] of this.#mapping.entries) {
      if (known.includes(name)) continue;
      const hint = Object.hasOwn(hints, name) ? ` ${hints[name] ?? ''}` : suggestion(name, known);
      this.#complain(line, `there is no key '${name}'.${hint || ` Known are ${known.join(', ')}.`}`);
    }
  }

  /** The member as it stands; undefined when it is left out or empty. */
  node(name: string): YamlNode | undefined {
    const node = this.#mapping.entries.get(name)?.node;
    return node === undefined || (node.kind === 'scalar' && node.value === null) ? undefined : node;
  }

  /** A text; a number or truth value is taken as it is written. */
  text(name: string): string | undefined {
    const scalar = this.#scalar(name, 'a text');
    return scalar === undefined ? undefined : writtenText(scalar);
  }

  /** True or false. */
  flag(name: string): boolean | undefined {
    const scalar = this.#scalar(name, 'true or false');
    if (scalar === undefined) return undefined;
    if (typeof scalar.value === 'boolean') return scalar.value;
    this.#complain(this.lineOf(name), `'${name}' must be true or false, but it is '${scalar.text}'.`);
    return undefined;
  }

  /** A list of texts; a single text counts as a list of one. */
  texts(name: string): readonly { readonly text: string; readonly line: number }[] | undefined {
    const node = this.node(name);
    if (node === undefined) return undefined;
    const items = node.kind === 'list' ? node.items : [node];
    return items.flatMap((item) => {
      if (item.kind === 'scalar' && item.value !== null) return { text: writtenText(item), line: item.line };
      this.#complain(item.line, `'${name}' must be a list of texts.`);
      return [];
    });
  }

  /** A mapping, with a reader of its own. */
  mapping(name: string): FieldReader | undefined {
    const node = this.node(name);
    if (node === undefined) return undefined;
    if (node.kind === 'mapping') return new FieldReader(node, this.#complain);
    this.#complain(this.lineOf(name), `'${name}' must be a mapping of keys and values.`);
    return undefined;
  }

  #scalar(name: string, expected: string): YamlScalar | undefined {
    const node = this.node(name);
    if (node === undefined || node.kind === 'scalar') return node;
    this.#complain(this.lineOf(name), `'${name}' must be ${expected}, but it is a ${node.kind}.`);
    return undefined;
  }
}

/** What stands in the file, so that `version: 20240115103000` and `value: 1.10` mean what they look like. */
export function writtenText(scalar: YamlScalar): string {
  return typeof scalar.value === 'string' ? scalar.value : scalar.text;
}
