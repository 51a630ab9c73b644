import type { ReactNode } from 'react';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { EditButton } from '../../shared/rights/edit-button.tsx';
import type { Right } from '../../shared/rights/right.ts';
import { useEdit } from '../../shared/entities/use-edit.ts';

const SET_REMOVED = graphql(`
  mutation setRemovedHere($input: BatchUpdateSoftDeletedInput!) {
    batchUpdateSoftDeleted(input: $input)
  }
`);

/** Notice that an entity is soft-deleted, with a button to restore it. */
export function SoftDeletedNotice({
  urn,
  right,
}: {
  readonly urn: string;
  readonly right: Right;
}): ReactNode {
  const { edit, error } = useEdit(urn);
  const set = (deleted: boolean): Promise<unknown> => query(SET_REMOVED, { input: { urns: [urn], deleted } });
  return (
    <Notice tone="warn">
      <Row>
        <span>This entity is soft-deleted: it is hidden from search, but its metadata is kept.</span>
        <EditButton
          right={right}
          label="Restore"
          onPress={() => {
            edit({ done: 'Restored', run: () => set(false), undo: () => set(true), about: urn });
          }}
        >
          Restore
        </EditButton>
      </Row>
      {error !== null && <ErrorNotice error={error} />}
    </Notice>
  );
}
