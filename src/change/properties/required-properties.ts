import type { PropertyState } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';

/** The urns of the properties that may be required; undefined if there are none. `ruled`: properties with rules, as last known. */
export function requiredAmong(ruled: Iterable<PropertyState> = []): readonly Urn[] | undefined {
  const required = [...ruled].filter(({ rules }) => rules?.['required'] !== undefined);
  return required.length === 0 ? undefined : required.map(({ urn }) => urn);
}
