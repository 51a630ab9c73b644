import { entityTypeWord } from '../../../api/names/entity-type-label.ts';
import { objectOf, textsIn } from '../../../shared/rules/property-rules.ts';
import type { Aspect } from './stored-property.ts';

/** From where assets inherit values of a property (`docs/inheritance.md`). */
export interface Inheritance {
  /** Entity types in order of precedence; empty: values are not inherited. */
  readonly inheritsFrom: readonly string[];
  /** Whether the strictest of all values is in effect, rather than the nearest. */
  readonly isStrictest: boolean;
}

/** Entity types from which values can be inherited, as the rule names them. */
export const SOURCE_TYPES = ['container', 'domain', 'glossaryTerm'];

/** Reads the member `inherit` of the aspect `structuredPropertyRules`. */
export function inheritanceOf(rules: Aspect | undefined): Inheritance {
  const { from, resolve } = objectOf(rules?.['inherit']);
  return { inheritsFrom: textsIn(from), isStrictest: resolve === 'STRICTEST' };
}

/** The member `inherit`, which keeps members of `before` that the form does not have; undefined if values are not inherited. */
export function inheritMember(
  { inheritsFrom, isStrictest }: Inheritance,
  before: unknown,
): Aspect | undefined {
  if (inheritsFrom.length === 0) return undefined;
  return { ...objectOf(before), from: inheritsFrom, resolve: isStrictest ? 'STRICTEST' : 'NEAREST' };
}

/** The inheritance of a property as facts; empty if its values are not inherited. */
export function inheritanceFacts(
  rules: Aspect | undefined,
): readonly { readonly label: string; readonly value: string }[] {
  const { inheritsFrom, isStrictest } = inheritanceOf(rules);
  if (inheritsFrom.length === 0) return [];
  return [
    { label: 'Inherited from', value: inheritsFrom.map(entityTypeWord).join(', else ') },
    {
      label: 'Value in effect',
      value: isStrictest ? 'The strictest: first of the allowed values' : 'The nearest',
    },
  ];
}
