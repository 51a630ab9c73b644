import type { ReactNode } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { counted } from '../../../components/counted.ts';
import { Table } from '../../../components/data/table.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { numberText } from '../../../components/number-text.ts';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import type { CellDefinition } from '../grid/cell-definition.ts';
import type { Values } from '../grid/cell-text.ts';
import { shownIn, type ColumnValues } from './column-values.ts';
import { shortened } from './edit-status.tsx';
import { hasNames, namedText } from '../grid/named-values.ts';
import { cellName, type CellEdit, type EditPlan } from './plan-edits.ts';

/** Maximum changes, and maximum refusals, that are listed; all are counted. */
const LISTED = 100;

/** Preview of changes and refusals before anything is written. */
export function CompareDialog({
  plan,
  values,
  onApply,
  onClose,
}: {
  readonly plan: EditPlan | undefined;
  readonly values: ColumnValues | undefined;
  readonly onApply: (edits: readonly CellEdit[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const listed = (plan?.edits ?? []).slice(0, LISTED);
  const nameOf = useEntityNames(
    listed.flatMap(({ column, definition, after }) =>
      hasNames(definition) ? [...shownIn(column, definition, values), ...after].map(String) : [],
    ),
  );
  if (!plan) return null;
  const textOf = (definition: CellDefinition, of: Values): string =>
    shortened(namedText(definition, of, nameOf, new Map()));
  const { edits, refusals, sameCount } = plan;
  return (
    <FormDialog
      title="Review changes"
      size="large"
      onClose={onClose}
      action={`Change ${counted(edits.length, 'cell')}`}
      isDisabled={edits.length === 0}
      onSubmit={() => {
        onClose();
        onApply(edits);
      }}
    >
      <p>
        {counted(edits.length, 'cell')} will change
        {sameCount > 0 && `, ${numberText(sameCount)} already ${sameCount === 1 ? 'has' : 'have'} the value`}
        {refusals.length > 0 &&
          `, ${numberText(refusals.length)} ${refusals.length === 1 ? 'is' : 'are'} refused`}
        .
      </p>
      <Refusals refusals={refusals} />
      {edits.length > 0 && (
        <Table
          label="Changes"
          columns={[
            { id: 'cell', label: 'Cell', render: ({ column, definition }) => cellName(column, definition) },
            {
              id: 'before',
              label: 'Now',
              render: ({ column, definition }) => textOf(definition, shownIn(column, definition, values)),
            },
            {
              id: 'after',
              label: 'New',
              render: ({ definition, after }) =>
                after.length === 0 ? 'no value' : textOf(definition, after),
            },
          ]}
          items={listed}
          keyOf={({ column, definition }) => `${definition.id}\n${column.path}`}
        />
      )}
      <More count={edits.length} />
    </FormDialog>
  );
}

function Refusals({ refusals }: Pick<EditPlan, 'refusals'>): ReactNode {
  if (refusals.length === 0) return null;
  return (
    <>
      <Notice tone="warn">
        <p>These cells will not change.</p>
      </Notice>
      <Table
        label="Refused"
        columns={[
          { id: 'cell', label: 'Cell', render: ({ cell }) => cell },
          { id: 'text', label: 'Refused', render: ({ text }) => shortened(text) },
          { id: 'reason', label: 'Reason', render: ({ reason }) => reason },
        ]}
        items={refusals.slice(0, LISTED)}
        keyOf={({ place }) => String(place)}
      />
      <More count={refusals.length} />
    </>
  );
}

function More({ count: total }: { readonly count: number }): ReactNode {
  return total > LISTED ? <p>… and {(total - LISTED).toLocaleString('en')} more.</p> : null;
}
