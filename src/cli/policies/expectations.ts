import { CatalogError } from '../../errors.ts';
import { isUrn } from '../../model/urn.ts';
import { parseYamlTree, yamlError, type YamlMapping, type YamlNode } from '../../util/yaml-tree.ts';
import { FieldReader } from '../../util/yaml-fields.ts';
import type { Question } from './explanation.ts';

/** The expected decision for a question. */
export interface Expectation extends Question {
  readonly allowed: boolean;
  /** Line in the file, from 1. */
  readonly line: number;
}

const KEYS = ['actor', 'privilege', 'urn', 'properties', 'expect'];

/**
 * Parses expectations from YAML: a list of `{actor, privilege, urn, properties, expect}` with `expect` being `allowed`
 * or `denied`. Throws INVALID_REQUEST that lists every invalid line.
 */
export function readExpectations(text: string, name: string): readonly Expectation[] {
  const items = parseYamlTree(text, name).flatMap((node) => mappingsIn(node, name));
  if (items.length === 0) throw yamlError(name, 1, 'there are no expectations in this file.');
  const problems: string[] = [];
  const complain = (line: number, problem: string): void => {
    problems.push(`line ${line}: ${problem}`);
  };
  const expectations = items.flatMap((item) => readExpectation(item, complain) ?? []);
  if (problems.length > 0) throw new CatalogError('INVALID_REQUEST', `${name}, ${problems.join('\n  ')}`);
  return expectations;
}

function mappingsIn(node: YamlNode, name: string): readonly YamlMapping[] {
  return (node.kind === 'list' ? node.items : [node]).map((item) => {
    if (item.kind === 'mapping') return item;
    throw yamlError(name, item.line, "an expectation is a mapping of keys such as 'actor' and 'privilege'.");
  });
}

function readExpectation(
  mapping: YamlMapping,
  complain: (line: number, problem: string) => void,
): Expectation | undefined {
  const reader = new FieldReader(mapping, complain);
  reader.refuseUnknown(KEYS);
  const urnAt = (name: string): string | undefined => {
    const text = reader.text(name);
    if (text !== undefined && !isUrn(text)) complain(reader.lineOf(name), `'${text}' is not a urn.`);
    return text;
  };
  const actor = urnAt('actor');
  const privilege = reader.text('privilege');
  const urn = urnAt('urn');
  const properties = (reader.texts('properties') ?? []).map((item) => {
    if (!isUrn(item.text)) complain(item.line, `'${item.text}' is not a urn.`);
    return item.text;
  });
  const expected = reader.text('expect');
  if (expected !== 'allowed' && expected !== 'denied') {
    complain(reader.lineOf('expect'), "'expect' must be allowed or denied.");
    return undefined;
  }
  if (actor === undefined || privilege === undefined) {
    complain(mapping.line, "an expectation needs 'actor' and 'privilege'.");
    return undefined;
  }
  return { actor, privilege, urn, properties, allowed: expected === 'allowed', line: mapping.line };
}
