import type { UrnValidation } from '../../model/entity-registry.ts';
import { entityTypeOf, isUrn } from '../../model/urn.ts';
import { itemText } from '../../util/list-text.ts';
import { textsWithRule, type RuledText } from '../field-texts.ts';
import type { RuleContext, Validator } from '../rules.ts';
import { fieldAt, type Violation } from '../violation.ts';

const referencesIn = textsWithRule((field) => field.urnValidation);

/** Urns in fields with a `urnValidation` rule must be of an allowed entity type and, if the rule says so, exist. */
export const urnReferences: Validator = {
  name: 'urnReferences',
  aspects: undefined,
  check: ({ aspect, after }, context) => {
    const references = after === undefined ? [] : referencesIn(aspect.record, after);
    return references.length === 0 ? [] : problemsOf(references, context);
  },
};

function* problemsOf(
  references: readonly RuledText<UrnValidation>[],
  context: RuleContext,
): Iterable<Violation | undefined> {
  for (const reference of references) {
    const message = problemOf(reference, context);
    yield message === undefined ? undefined : { message, field: fieldAt(reference.path) };
  }
}

function problemOf(
  { path: whole, text: urn, rule }: RuledText<UrnValidation>,
  { state }: RuleContext,
): string | undefined {
  const path = itemText(whole);
  if (!isUrn(urn))
    return `Invalid urn!: ${itemText(urn)}. Path: ${path} Use the form urn:li:<entityType>:<key>.`;
  const { entityTypes } = rule;
  if (entityTypes.length > 0 && !entityTypes.includes(entityTypeOf(urn))) {
    const required = `[${entityTypes.join(', ')}]`;
    return `Invalid entity type urn validation failure (Required: ${required}). Path: ${path} Urn: ${itemText(urn)}. Name one of the required types.`;
  }
  if (rule.exist && state.entity(urn) === undefined) {
    return `Urn validation failure. Urn does not exist. Path: ${path} Urn: ${itemText(urn)}. Create it first, or name one that exists.`;
  }
  return undefined;
}
