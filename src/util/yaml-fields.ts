import { suggestion } from './closest-name.ts';
import type { YamlMapping, YamlNode, YamlScalar } from './yaml-tree.ts';

/** Records a problem at a line. */
export type Complain = (line: number, problem: string) => void;

/**
 * Reads the members of a YAML mapping by name and type. Reports each invalid member as a problem and treats it as
 * absent, so that the rest of the mapping is read too.
 */
export class FieldReader {
  readonly #mapping: YamlMapping;
  readonly #complain: Complain;

  constructor(mapping: YamlMapping, complain: Complain) {
    this.#mapping = mapping;
    this.#complain = complain;
  }

  /** Line of a member; of the mapping if the member is absent. */
  lineOf(name: string): number {
    return this.#mapping.entries.get(name)?.line ?? this.#mapping.line;
  }

  /** Reports unknown members; `hints` maps some of them to a remedy. */
  refuseUnknown(known: readonly string[], hints: Readonly<Record<string, string>> = {}): void {
    for (const [name, { line }] of this.#mapping.entries) {
      if (known.includes(name)) continue;
      const hint = Object.hasOwn(hints, name) ? ` ${hints[name] ?? ''}` : suggestion(name, known);
      this.#complain(line, `there is no key '${name}'.${hint || ` Allowed keys are ${known.join(', ')}.`}`);
    }
  }

  /** The member as parsed; undefined if it is absent or null. */
  node(name: string): YamlNode | undefined {
    const node = this.#mapping.entries.get(name)?.node;
    return node === undefined || (node.kind === 'scalar' && node.value === null) ? undefined : node;
  }

  /** The member as a string; a number or boolean as it is written in the file. */
  text(name: string): string | undefined {
    const scalar = this.#scalar(name, 'a string');
    return scalar === undefined ? undefined : writtenText(scalar);
  }

  flag(name: string): boolean | undefined {
    const scalar = this.#scalar(name, 'true or false');
    if (scalar === undefined) return undefined;
    if (typeof scalar.value === 'boolean') return scalar.value;
    this.#complain(this.lineOf(name), `'${name}' must be true or false, but it is '${scalar.text}'.`);
    return undefined;
  }

  /** The member as a list of strings with their lines; a single string is a list of one. */
  texts(name: string): readonly { readonly text: string; readonly line: number }[] | undefined {
    const node = this.node(name);
    if (node === undefined) return undefined;
    const items = node.kind === 'list' ? node.items : [node];
    return items.flatMap((item) => {
      if (item.kind === 'scalar' && item.value !== null) return { text: writtenText(item), line: item.line };
      this.#complain(item.line, `'${name}' must be a list of strings.`);
      return [];
    });
  }

  /** A reader of the member, which must be a mapping. */
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

/** The scalar as written in the file, so that `version: 20240115103000` and `value: 1.10` keep their digits. */
export function writtenText(scalar: YamlScalar): string {
  return typeof scalar.value === 'string' ? scalar.value : scalar.text;
}
