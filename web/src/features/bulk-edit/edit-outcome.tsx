import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Table } from '../../components/data/table.tsx';
import { ErrorNotice, Notice, Progress } from '../../components/feedback/notices.tsx';
import { Arriving } from '../../components/layout/arriving.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { interruptedText, stopEdit, type EditReport } from '../../shared/edits/edit-report.ts';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { EditRefusals } from './edit-refusals.tsx';
import { useEditWords, type EditWords } from './edit-words.ts';

/** Progress of an edit, its changes, and its refusals. */
export function EditOutcome({
  report,
  isPressed = false,
  onSetInstead,
}: {
  readonly report: EditReport;
  /** Whether the edit was started here: its result then takes the focus. */
  readonly isPressed?: boolean;
  /** See `EditRefusals`. */
  readonly onSetInstead?: (field: string) => void;
}): ReactNode {
  const words = useEditWords([report]);
  return (
    <Stack>
      {!report.isOver && <Running report={report} />}
      {report.isOver && (
        // Another one for each step: comparison, change, undo.
        <Arriving key={`${report.id} ${report.isTrial}`} isPressed={isPressed}>
          <Summary report={report} />
        </Arriving>
      )}
      <Changes report={report} words={words} />
      <EditRefusals report={report} words={words} onSetInstead={onSetInstead} />
    </Stack>
  );
}

function Running({
  report: { done, id, isTrial, state, total },
}: {
  readonly report: EditReport;
}): ReactNode {
  const stopping = useMutation({ mutationFn: () => stopEdit(id) });
  const label = isTrial ? 'Comparing' : 'Changing assets';
  return (
    <>
      {state === 'waiting' && <Notice>Waiting for an earlier edit to finish.</Notice>}
      <Row>
        <Progress label={label} done={done} total={state === 'waiting' ? undefined : total} />
        <Button
          isPending={stopping.isPending}
          onPress={() => {
            stopping.mutate();
          }}
        >
          Stop
        </Button>
      </Row>
      {stopping.isSuccess && <Soft>Stopping after the assets in progress.</Soft>}
      {stopping.error !== null && <ErrorNotice error={stopping.error} />}
    </>
  );
}

function Summary({ report }: { readonly report: EditReport }): ReactNode {
  const { changed, failed, isFailed, isStopped, isTrial, left, unchanged } = report;
  const counts = [
    `${shown(changed)} ${isTrial ? 'would change' : 'changed'}`,
    `${shown(unchanged)} unchanged`,
    `${shown(failed)} refused`,
    ...(left > 0 ? [`${shown(left)} not processed`] : []),
  ].join(', ');
  const tone = isFailed ? 'bad' : failed > 0 || isStopped ? 'warn' : isTrial ? 'plain' : 'good';
  return (
    <Notice tone={tone}>
      {isFailed && <p>{interruptedText(report)}</p>}
      <p>
        {isStopped && 'Stopped. '}
        {counts}.
      </p>
    </Notice>
  );
}

function Changes({
  report: { changed, changes, isTrial },
  words: { entityName, fieldName, valuesText },
}: {
  readonly report: EditReport;
  readonly words: EditWords;
}): ReactNode {
  if (changes.length === 0) return null;
  const items = changes.flatMap(({ cells, urn }) => cells.map((cell) => ({ ...cell, urn })));
  const label = isTrial ? 'What would change' : 'What changed';
  const shownValues = (field: string, values: readonly string[]): ReactNode =>
    values.length === 0 ? (
      <Soft>{field === 'deprecation' ? 'not deprecated' : 'none'}</Soft>
    ) : (
      <LongText>{valuesText(field, values)}</LongText>
    );
  return (
    <>
      <h2>{label}</h2>
      <Table
        label={label}
        items={items}
        keyOf={({ field, urn }) => `${field} ${urn}`}
        columns={[
          {
            id: 'asset',
            label: 'Asset',
            render: ({ urn }) => <EntityLink urn={urn} name={entityName(urn)} />,
          },
          { id: 'field', label: 'Field', render: ({ field }) => fieldName(field) },
          { id: 'before', label: 'Before', render: ({ before, field }) => shownValues(field, before) },
          { id: 'after', label: 'After', render: ({ after, field }) => shownValues(field, after) },
        ]}
      />
      {changed > changes.length && <Soft>{shown(changed - changes.length)} more assets are not listed.</Soft>}
    </>
  );
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
