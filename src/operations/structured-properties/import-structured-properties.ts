import * as v from 'valibot';
import { CatalogError, type Problem } from '../../errors.ts';
import type { Plan, PlanInput, ProposedDefinition } from '../../model/plan.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { urnKey } from '../../model/urn.ts';
import { inSteps } from '../../util/concurrency/steps.ts';
import { text } from '../../util/json/json-members.ts';
import { listText } from '../../util/list-text.ts';
import { defineProtected } from '../operation.ts';
import { FLAG, TEXT, described, objectOf } from '../shapes.ts';
import { readAspect } from '../stored.ts';
import type { ProtectedWork } from '../work.ts';
import { readDefinitionsInSteps } from './file/definition-file.ts';
import { DefinitionProblems } from './file/definition-problems.ts';
import type { DefinitionProposal } from './file/definition-proposal.ts';
import { NAMES_DIFFER, namesDiffer } from './file/definition-urn.ts';
import { NEEDS_OF_PLANS, plansFor, withUndo } from './property-plan.ts';
import { PLAN_TOKEN } from './plan-shape.ts';

/** Maximum length of a text of definitions, in UTF-16 units; about four thousand definitions. */
export const LONGEST_TEXT = 1_000_000;

const YAML = v.pipe(
  TEXT,
  v.maxLength(LONGEST_TEXT, `a text of at most ${LONGEST_TEXT} characters; split it`),
);

/** Shapes of a text of definitions, and of its name. */
export const DEFINITIONS_YAML = described(
  `Definitions as YAML, at most ${LONGEST_TEXT.toLocaleString('en')} characters.`,
  YAML,
);
export const YAML_NAME = v.nullish(
  described('Name of the text in messages, such as its file name; default: The text.', TEXT),
  'The text',
);

/** A definition of a text, in the form of the aspects. */
export interface ReadDefinition extends ProposedDefinition {
  /** Line of its start, from 1. */
  readonly line: number;
}

/** The plan of a text, with the definitions in the text. */
export interface DefinitionImport extends Plan {
  readonly read: readonly ReadDefinition[];
}

/**
 * Writes the definitions of a YAML text in one commit, or only plans the change. Throws INVALID_REQUEST and
 * VALIDATION with the lines of the problems; with a plan token, CONFLICT if the text differs from the plan or would
 * affect more.
 */
export const importStructuredProperties = defineProtected({
  name: 'importStructuredProperties',
  summary: 'Writes the structured properties that a YAML text defines, all or none, or plans the change.',
  effect: 'write',
  proposing: 'hold',
  input: () =>
    objectOf({
      yaml: DEFINITIONS_YAML,
      name: YAML_NAME,
      dryRun: v.nullish(described('Whether to plan only, without writing; default: false.', FLAG), false),
      planToken: PLAN_TOKEN,
    }),
  needs: NEEDS_OF_PLANS,
  denial: () => 'Unable to change structured properties. Please contact your admin.',
  isLong: true,
  run: async ({ dryRun, planToken, ...text }, work): Promise<DefinitionImport> => {
    const { input, locating, read } = await readDefinitionText(text, work);
    const plans = plansFor(input, work);
    const plan = await locating(() =>
      dryRun ? plans.plan(input) : plans.apply(input, planToken ?? undefined),
    );
    return { ...withUndo(plan, input, work.settings), read };
  },
});

/** A text of definitions, as the input of a plan. */
interface ReadText {
  readonly input: PlanInput;
  readonly read: readonly ReadDefinition[];
  /** Runs work on the input; its refusals of definitions get their lines. */
  readonly locating: <Result>(run: () => Promise<Result>) => Promise<Result>;
}

/** Reads definitions as YAML. Throws INVALID_REQUEST and VALIDATION with the lines of the problems. */
export async function readDefinitionText(
  { name, yaml }: { readonly yaml: string; readonly name: string },
  work: ProtectedWork,
): Promise<ReadText> {
  const proposals = await inSteps(readDefinitionsInSteps(yaml, name));
  await refuseDifferentNames(proposals, name, work);
  const read = proposals.map(definitionOf);
  return {
    read,
    input: { definitions: read.map(({ line: _, ...definition }) => definition), deletions: [] },
    locating: (run) => locating(proposals, name, run),
  };
}

function definitionOf({ definition, line, parts, urn }: DefinitionProposal): ReadDefinition {
  return { urn, line, propertyDefinition: definition, ...parts };
}

/** Refuses a `qualified_name` that differs from the urn, unless it is stored so, as in old catalogs. */
async function refuseDifferentNames(
  proposals: readonly DefinitionProposal[],
  name: string,
  work: ProtectedWork,
): Promise<void> {
  const problems = new DefinitionProblems(name);
  for (const { definition, index, line, urn } of proposals) {
    const qualifiedName = text(definition['qualifiedName']) ?? '';
    if (qualifiedName === urnKey(urn)) continue;
    const stored = await readAspect(urn, STRUCTURED_PROPERTY.definitionAspect, work);
    if (stored?.['qualifiedName'] === qualifiedName) continue;
    problems.add(index, urn, line, namesDiffer(urnKey(urn), qualifiedName), NAMES_DIFFER, 'qualified_name');
  }
  problems.throwIfAny();
}

/** Adds the lines of the definitions to their refusals. */
async function locating<Result>(
  proposals: readonly DefinitionProposal[],
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'VALIDATION') throw error;
    throw located(error, proposals, name);
  }
}

function located(error: CatalogError, proposals: readonly DefinitionProposal[], name: string): CatalogError {
  const byUrn = new Map<string, DefinitionProposal>(proposals.map((proposal) => [proposal.urn, proposal]));
  const problems = error.problems.map((problem): Problem => {
    const proposal = byUrn.get(problem.urn ?? '');
    return proposal === undefined
      ? problem
      : { ...problem, index: proposal.index - 1, line: proposal.lineOf(problem.field ?? '') };
  });
  const places = new Set(
    problems.flatMap(({ line, urn }) => {
      const proposal = byUrn.get(urn ?? '');
      return proposal === undefined
        ? []
        : `line ${line ?? 1}, definition ${proposal.index} (${proposal.urn})`;
    }),
  );
  const where = places.size === 0 ? name : `${name}, ${listText([...places], ' and ')}`;
  const message = `Nothing was written. ${where}: ${error.message}`;
  return new CatalogError(error.code, message, { cause: error, problems });
}
