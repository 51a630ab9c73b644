import { atOnce, type Steps } from '../../../util/concurrency/steps.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import { because } from '../../../refusals.ts';
import type { Urn } from '../../../model/urn.ts';
import { parseYamlInSteps, yamlError, type YamlMapping, type YamlNode } from '../../../util/yaml-tree.ts';
import { DefinitionProblems } from './definition-problems.ts';
import type { DefinitionProposal } from './definition-proposal.ts';
import { readDefinition } from './read-definition.ts';

/**
 * Parses definitions from YAML: a list, one mapping, or several documents of either. Throws INVALID_REQUEST that
 * lists every invalid definition with its line.
 */
export function readDefinitionFile(text: string, name: string): readonly DefinitionProposal[] {
  return atOnce(readDefinitionsInSteps(text, name));
}

/**
 * Parses definitions as {@link readDefinitionFile} does, in steps between which the caller may yield; composing one
 * document is one step.
 */
export function* readDefinitionsInSteps(text: string, name: string): Steps<readonly DefinitionProposal[]> {
  const documents = yield* parseYamlInSteps(text, name);
  const mappings = documents.flatMap((document) => definitionsIn(document, name));
  if (mappings.length === 0) {
    throw yamlError(name, 1, 'there are no definitions in this file.', because('FILE_WITHOUT_DEFINITIONS'));
  }
  const problems = new DefinitionProblems(name);
  const proposals: DefinitionProposal[] = [];
  for (const [position, mapping] of mappings.entries()) {
    const proposal = readDefinition(mapping, position + 1, problems);
    if (proposal !== undefined) proposals.push(proposal);
    if (isTurnOver()) yield;
  }
  refuseRepeated(proposals, problems);
  problems.throwIfAny();
  return proposals;
}

function definitionsIn(document: YamlNode, name: string): readonly YamlMapping[] {
  const items = document.kind === 'list' ? document.items : [document];
  return items.map((item) => {
    if (item.kind === 'mapping') return item;
    throw yamlError(
      name,
      item.line,
      `a definition is a mapping of keys such as 'id' and 'type', but this is a ${item.kind}.`,
      because('DEFINITION_NOT_MAPPING'),
    );
  });
}

function refuseRepeated(proposals: readonly DefinitionProposal[], problems: DefinitionProblems): void {
  const first = new Map<Urn, DefinitionProposal>();
  for (const proposal of proposals) {
    const earlier = first.get(proposal.urn);
    if (earlier === undefined) first.set(proposal.urn, proposal);
    else {
      const where = `definition ${earlier.index} on line ${earlier.line}`;
      problems.add(
        proposal.index,
        proposal.urn,
        proposal.line,
        `it is the same property as ${where}; remove one of them.`,
        because('DEFINITION_TWICE', { line: earlier.line }),
      );
    }
  }
}
