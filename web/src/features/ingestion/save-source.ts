import { PageError } from '../../api/api-error.ts';
import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { useChange } from '../../api/use-change.ts';
import { AFFECTED_QUERIES, readSource } from './ingestion-data.ts';
import { draftOf, isSameDraft, type SourceDraft } from './source-draft.ts';

const CREATE = graphql(`
  mutation createIngestionSource($input: UpdateIngestionSourceInput!) {
    createIngestionSource(input: $input)
  }
`);

const UPDATE = graphql(`
  mutation updateIngestionSource($urn: String!, $input: UpdateIngestionSourceInput!) {
    updateIngestionSource(urn: $urn, input: $input)
  }
`);

/** Creates a source, or replaces the one with this urn; the result is its urn. Throws if the stored source differs from `before`, which the person saw. */
export const useSaveSource = (urn: string | undefined) =>
  useChange(
    AFFECTED_QUERIES,
    async ({
      before,
      input,
    }: {
      readonly before: SourceDraft;
      readonly input: VariablesOf<typeof CREATE>['input'];
    }) => {
      if (urn === undefined) return (await query(CREATE, { input })).createIngestionSource;
      const now = await readSource(urn, 0);
      if (!now || !isSameDraft(await draftOf(now), before)) {
        throw new PageError(
          `Someone else ${now ? 'changed' : 'deleted'} this source after you opened it. Copy your changes and open it again.`,
        );
      }
      return (await query(UPDATE, { urn, input })).updateIngestionSource;
    },
  );
