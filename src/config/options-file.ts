import { suggestion } from '../util/closest-name.ts';
import { parseYamlTree, yamlError, type YamlMapping, type YamlNode } from '../util/yaml-tree.ts';
import { isOption, type OptionGroup } from './option.ts';
import { OPTIONS } from './options.ts';

/** A value of the configuration file with its line number. */
export interface FileValue {
  readonly value: unknown;
  readonly line: number;
}

/** Values of a configuration file by option name. INVALID_REQUEST with file and line for bad YAML or unknown options. */
export function readOptionsFile(path: string, content: string): ReadonlyMap<string, FileValue> {
  const [root, second] = parseYamlTree(content, path);
  const found = new Map<string, FileValue>();
  if (second !== undefined)
    throw yamlError(path, second.line, 'a configuration file must contain one document.');
  if (root === undefined) return found;
  if (root.kind !== 'mapping')
    throw yamlError(path, root.line, 'a configuration file must contain a mapping of options.');
  collect(path, root, OPTIONS, '', found);
  return found;
}

function collect(
  path: string,
  mapping: YamlMapping,
  group: OptionGroup,
  prefix: string,
  found: Map<string, FileValue>,
): void {
  for (const [key, { line, node }] of mapping.entries) {
    const known = Object.hasOwn(group, key) ? group[key] : undefined;
    const name = `${prefix}${key}`;
    if (known === undefined) {
      throw yamlError(path, line, `there is no option '${name}'.${suggestion(key, Object.keys(group))}`);
    }
    if (isOption(known)) {
      found.set(name, { value: plain(node), line });
    } else if (node.kind === 'mapping') {
      collect(path, node, known, `${name}.`, found);
    } else {
      throw yamlError(path, line, `'${name}' is a group of options; write its options below it, indented.`);
    }
  }
}

function plain(node: YamlNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(plain);
    case 'mapping':
      return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plain(entry.node)]));
  }
}
