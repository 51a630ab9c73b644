import type { UseMutationResult } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { useChange } from '../../api/use-change.ts';
import type { Value } from '../../shared/values/property-definition.ts';
import type { Prompt } from './form-data.ts';

const SUBMIT = graphql(`
  mutation submitFormPrompt($urn: String!, $input: SubmitFormPromptInput!) {
    submitFormPrompt(urn: $urn, input: $input)
  }
`);
const VERIFY = graphql(`
  mutation verifyForm($input: VerifyFormInput!) {
    verifyForm(input: $input)
  }
`);

/** Queries that show forms or the values that they ask for. */
const AFFECTED_QUERIES = ['formAssets', 'formTasks', 'entity', 'homeCounts'];

/** An answer to a question. */
export interface Answer {
  readonly prompt: Prompt;
  readonly values: readonly Value[];
  /** Field paths of the columns, for a question on columns. */
  readonly columns: readonly string[];
}

/** Submits answers of one asset, in order: each writes the values and marks the question as answered. */
export function useAnswer(
  formUrn: string,
  urn: string,
): UseMutationResult<unknown, Error, readonly Answer[]> {
  return useChange(AFFECTED_QUERIES, async (answers: readonly Answer[]) => {
    for (const { columns, prompt, values } of answers) {
      await query(SUBMIT, {
        urn,
        input: {
          formUrn,
          promptId: prompt.id,
          type: prompt.isAboutColumns ? 'FIELDS_STRUCTURED_PROPERTY' : 'STRUCTURED_PROPERTY',
          ...(prompt.isAboutColumns && { fieldPaths: [...columns] }),
          structuredPropertyParams: {
            structuredPropertyUrn: prompt.definition.urn,
            values: values.map((value) =>
              typeof value === 'number' ? { numberValue: value } : { stringValue: value },
            ),
          },
        },
      });
    }
  });
}

/** Verifies the answers of an asset. */
export function useVerify(formUrn: string, entityUrn: string): UseMutationResult {
  return useChange(AFFECTED_QUERIES, () => query(VERIFY, { input: { formUrn, entityUrn } }));
}
