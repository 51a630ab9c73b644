import { ENTITY_LABEL, type EntityLabel } from './entity-label.ts';
import { graphql, type VariablesOf } from '../graphql.ts';
import { query } from '../query.ts';

const COMPLETE = graphql(
  `
    query completeNames($input: AutoCompleteMultipleInput!) {
      autoCompleteForMultiple(input: $input) {
        suggestions {
          entities {
            urn
            ...EntityLabel
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Entities whose names complete a text; `limit` counts for each type. Throws {@link ApiError}. */
export async function completeNames(
  input: VariablesOf<typeof COMPLETE>['input'],
  signal: AbortSignal,
): Promise<readonly (EntityLabel & { readonly urn: string })[]> {
  const { autoCompleteForMultiple } = await query(COMPLETE, { input }, signal);
  return autoCompleteForMultiple?.suggestions.flatMap(({ entities }) => entities) ?? [];
}
