import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { changeTo, titleOf } from '../../../shared/proposals/proposed-changes.ts';
import { ReasonField } from '../../../shared/proposals/reason-field.tsx';
import { usePropose } from '../../../shared/proposals/use-propose.ts';
import { useTitleNames } from '../../../shared/proposals/use-title-names.ts';
import type { CellDefinition } from '../grid/cell-definition.ts';
import type { Values } from '../grid/cell-text.ts';
import type { SchemaColumn } from '../grid/schema-columns.ts';
import { SetDialog } from './set-dialog.tsx';

/** Dialog that proposes one value for several columns, for people who may not set it. */
export function ProposeDialog({
  dataset,
  columns,
  definitions,
  onClose,
}: {
  readonly dataset: string;
  readonly columns: readonly SchemaColumn[];
  /** What can be proposed; not empty. */
  readonly definitions: readonly [CellDefinition, ...CellDefinition[]];
  readonly onClose: () => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  const { subject: table } = useTitleNames(dataset);
  const { mutate, isPending, error } = usePropose(onClose);
  // A path that does not fit into a urn has no values of its own.
  const urns = columns.flatMap(({ urn }) => urn ?? []);
  const [only] = columns.length === 1 ? columns : [];
  const propose = (definition: CellDefinition, values: Values): void => {
    const changes = [changeTo(definition.id, values.map(String))];
    const what = `${definition.name} of ${only?.shortPath ?? counted(urns.length, 'column')} in ${table}`;
    const isNamed = ['urn', 'rich_text'].includes(definition.valueType) && values.length > 0;
    mutate({
      title: isNamed ? what : titleOf(what, changes, String),
      reason,
      edit: { urns, changes },
      about: `${dataset} columns`,
    });
  };
  return (
    <SetDialog
      title={`Propose a value for ${counted(columns.length, 'column')}`}
      actions={{ set: 'Propose', clear: 'Propose to clear' }}
      definitions={definitions}
      isPending={isPending}
      onSet={(definition, _text, values) => propose(definition, values)}
      onClose={onClose}
    >
      <ReasonField reason={reason} onChange={setReason} />
      {error !== null && <ErrorNotice error={error} />}
    </SetDialog>
  );
}
