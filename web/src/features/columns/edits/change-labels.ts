import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { TAGS } from '../grid/cell-definition.ts';
import type { CellEdit } from './plan-edits.ts';

const ADD_TAGS = graphql(`
  mutation addColumnTags($input: BatchAddTagsInput!) {
    batchAddTags(input: $input)
  }
`);
const REMOVE_TAGS = graphql(`
  mutation removeColumnTags($input: BatchRemoveTagsInput!) {
    batchRemoveTags(input: $input)
  }
`);
const ADD_TERMS = graphql(`
  mutation addColumnTerms($input: BatchAddTermsInput!) {
    batchAddTerms(input: $input)
  }
`);
const REMOVE_TERMS = graphql(`
  mutation removeColumnTerms($input: BatchRemoveTermsInput!) {
    batchRemoveTerms(input: $input)
  }
`);

/** Key of an edit of tags or terms: equal for edits that add and remove the same labels. */
export function labelChangeKey(edit: CellEdit): string {
  return [edit.definition.id, addedBy(edit).join(' '), removedBy(edit).join(' ')].join('\n');
}

/**
 * Applies edits of tags or terms with the same {@link labelChangeKey}. Writes only additions and removals, so labels that someone
 * else adds in the meantime stay.
 */
export async function changeLabels(dataset: string, edits: readonly CellEdit[]): Promise<void> {
  const [first] = edits;
  if (!first) return;
  const resources = edits.map(({ column }) => ({
    resourceUrn: dataset,
    subResourceType: 'DATASET_FIELD' as const,
    subResource: column.path,
  }));
  const [added, removed] = [addedBy(first), removedBy(first)];
  const areTags = first.definition.id === TAGS.id;
  if (added.length > 0) {
    await (areTags
      ? query(ADD_TAGS, { input: { tagUrns: added, resources } })
      : query(ADD_TERMS, { input: { termUrns: added, resources } }));
  }
  if (removed.length > 0) {
    await (areTags
      ? query(REMOVE_TAGS, { input: { tagUrns: removed, resources } })
      : query(REMOVE_TERMS, { input: { termUrns: removed, resources } }));
  }
}

function addedBy({ before, after }: CellEdit): string[] {
  return after.filter((urn) => !before.includes(urn)).map(String);
}

function removedBy({ before, after }: CellEdit): string[] {
  return before.filter((urn) => !after.includes(urn)).map(String);
}
