import { ruleProblems, type RuleProblem } from '../../../model/properties/check-rules.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../../model/structured-property.ts';
import { compilePattern, matchesPattern } from '../../../util/patterns.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { RuleContext, Validator } from '../../rules.ts';

const { definitionAspect, rulesAspect } = STRUCTURED_PROPERTY;

/**
 * The rules of a property must fit its definition, and each other. A new definition must fit the stored rules, unless others
 * are sent with it; problems that were there before stay.
 */
export const propertyRules: Validator = {
  name: 'propertyRules',
  aspects: [definitionAspect, rulesAspect],
  check: ({ after, aspect, before, urn }, context) => {
    const { state, writesLater } = context;
    const other = aspect.name === rulesAspect ? definitionAspect : rulesAspect;
    const stored = state.row(urn, other)?.aspect.value;
    // The later write of the batch is judged, with the outcome of both.
    if (after === undefined || stored === undefined || writesLater?.(urn, other) === true) return [];
    if (aspect.name === rulesAspect) return problemsOf(after, stored, context);
    const known = before === undefined ? [] : problemsOf(stored, before, context);
    const messages = new Set(known.map(({ message }) => message));
    return problemsOf(stored, after, context)
      .filter(({ message }) => !messages.has(message))
      .map((problem) => ({ ...problem, field: undefined }));
  },
};

function problemsOf(
  rules: JsonObject,
  definition: JsonObject,
  { registry }: RuleContext,
): readonly RuleProblem[] {
  const patterns = { compile: compilePattern, matches: matchesPattern };
  return ruleProblems(rules, { definition: parseDefinition(definition), registry, patterns });
}
