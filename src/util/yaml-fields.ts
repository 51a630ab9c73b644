import { because, type Refusal } from '../refusals.ts';
import { closestName, suggestion } from './closest-name.ts';
import type { YamlMapping, YamlNode, YamlScalar } from './yaml-tree.ts';

/** Records a problem at a line: its text, and why it is one as data. */
export type Complain = (line: number, problem: string, refusal: Refusal) => void;

/** What to do about a key that does not exist. */
export interface Hint {
  readonly remedy: string;
  /** The key to use instead, if there is one. */
  readonly meant?: string;
}

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

  /** Reports unknown members; `hints` maps some of them to a remedy, with the key that is meant. */
  refuseUnknown(known: readonly string[], hints: Readonly<Record<string, Hint>> = {}): void {
    for (const [name, { line }] of this.#mapping.entries) {
      if (known.includes(name)) continue;
      const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
      const remedy = hint === undefined ? suggestion(name, known) : ` ${hint.remedy}`;
      const closest = hint === undefined ? closestName(name, known) : hint.meant;
      this.#complain(
        line,
        `there is no key '${name}'.${remedy || ` Allowed keys are ${known.join(', ')}.`}`,
        because('INPUT_UNKNOWN', { name, closest: closest ?? '' }),
      );
    }
  }

  /** The member as parsed; undefined if it is absent or null. */
  node(name: string): YamlNode | undefined {
    const node = this.#mapping.entries.get(name)?.node;
    return node === undefined || (node.kind === 'scalar' && node.value === null) ? undefined : node;
  }

  /** The member as a string; a number or boolean as it is written in the file. */
  text(name: string): string | undefined {
    const scalar = this.#scalar(name, 'string', 'a string');
    return scalar === undefined ? undefined : writtenText(scalar);
  }

  flag(name: string): boolean | undefined {
    const scalar = this.#scalar(name, 'boolean', 'true or false');
    if (scalar === undefined) return undefined;
    if (typeof scalar.value === 'boolean') return scalar.value;
    const problem = `'${name}' must be true or false, but it is '${scalar.text}'.`;
    this.#complain(this.lineOf(name), problem, because('INPUT_TYPE', { name, type: 'boolean' }));
    return undefined;
  }

  /** The member as a list of strings with their lines; a single string is a list of one. */
  texts(name: string): readonly { readonly text: string; readonly line: number }[] | undefined {
    const node = this.node(name);
    if (node === undefined) return undefined;
    const items = node.kind === 'list' ? node.items : [node];
    return items.flatMap((item) => {
      if (item.kind === 'scalar' && item.value !== null) return { text: writtenText(item), line: item.line };
      const refusal = because('INPUT_TYPE', { name, type: 'array' });
      this.#complain(item.line, `'${name}' must be a list of strings.`, refusal);
      return [];
    });
  }

  /** The elements of the member, which must be a list. */
  items(name: string): readonly YamlNode[] | undefined {
    const node = this.node(name);
    if (node === undefined || node.kind === 'list') return node?.items;
    const refusal = because('INPUT_TYPE', { name, type: 'array' });
    this.#complain(this.lineOf(name), `'${name}' must be a list.`, refusal);
    return undefined;
  }

  /** A reader of the member, which must be a mapping. */
  mapping(name: string): FieldReader | undefined {
    const node = this.node(name);
    if (node === undefined) return undefined;
    if (node.kind === 'mapping') return new FieldReader(node, this.#complain);
    const refusal = because('INPUT_TYPE', { name, type: 'object' });
    this.#complain(this.lineOf(name), `'${name}' must be a mapping of keys and values.`, refusal);
    return undefined;
  }

  #scalar(name: string, type: string, expected: string): YamlScalar | undefined {
    const node = this.node(name);
    if (node === undefined || node.kind === 'scalar') return node;
    const problem = `'${name}' must be ${expected}, but it is a ${node.kind}.`;
    this.#complain(this.lineOf(name), problem, because('INPUT_TYPE', { name, type }));
    return undefined;
  }
}

/** The scalar as written in the file, so that `version: 20240115103000` and `value: 1.10` keep their digits. */
export function writtenText(scalar: YamlScalar): string {
  return typeof scalar.value === 'string' ? scalar.value : scalar.text;
}
