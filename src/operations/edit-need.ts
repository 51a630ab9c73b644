import type { Urn } from '../model/urn.ts';
import { WRITE, clauseOf, type Need } from './needs.ts';
import type { Operation } from './operation.ts';

/**
 * The need of a REST operation that edits several aspects: EDIT_ENTITY on each entity, in addition to the rights on
 * the written aspects.
 */
export function editNeed<Input>(
  entitiesOf: (input: Input) => readonly Urn[],
): Required<Pick<Operation<Input, Input, unknown>, 'denial'>> & { readonly needs: Need<Input> } {
  return {
    needs: {
      anyOf: ['EDIT_ENTITY'],
      clauses: (input) => entitiesOf(input).map((urn) => clauseOf(['EDIT_ENTITY'], { urn })),
      documented: WRITE,
    },
    denial: ([refused], _input, _reason, caller) =>
      `${caller} is unauthorized to UPDATE ${refused?.urn ?? ''}.`,
  };
}
