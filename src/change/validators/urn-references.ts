import type { UrnValidation } from '../../model/entity-registry.ts';
import { entityTypeOf, isUrn } from '../../model/urn.ts';
import { itemText } from '../../util/list-text.ts';
import { textsWithRule, type RuledText } from '../field-texts.ts';
import type { RuleContext, Validator } from '../rules.ts';
import { missingEntity } from '../../model/missing-entity.ts';
import { because } from '../../refusals.ts';
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
    const problem = problemOf(reference, context);
    yield problem === undefined ? undefined : { ...problem, field: fieldAt(reference.path) };
  }
}

function problemOf(
  { path: whole, text: urn, rule }: RuledText<UrnValidation>,
  { state }: RuleContext,
): Violation | undefined {
  const path = itemText(whole);
  if (!isUrn(urn)) {
    const message = `Invalid urn!: ${itemText(urn)}. Path: ${path} Use the form urn:li:<entityType>:<key>.`;
    return { message, ...because('URN_INVALID') };
  }
  const { entityTypes } = rule;
  if (entityTypes.length > 0 && !entityTypes.includes(entityTypeOf(urn))) {
    const required = `[${entityTypes.join(', ')}]`;
    const message = `Invalid entity type urn validation failure (Required: ${required}). Path: ${path} Urn: ${itemText(urn)}. Name one of the required types.`;
    return { message, ...because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(urn), entityTypes }) };
  }
  if (rule.exist && state.entity(urn) === undefined) {
    const message = `Urn validation failure. Urn does not exist. Path: ${path} Urn: ${itemText(urn)}. Create it first, or name one that exists.`;
    return { message, ...missingEntity(urn) };
  }
  return undefined;
}
