import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Table } from '../../components/data/table.tsx';
import { ErrorNotice, Notice, Progress } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { entityPath } from '../../urls/paths.ts';
import { stopEdit, type EditReport } from '../../shared/edits/edit-report.ts';

/** Progress of an edit, its changes, and its refusals. */
export function EditOutcome({ report }: { readonly report: EditReport }): ReactNode {
  return (
    <Stack>
      {!report.isOver && <Running report={report} />}
      {report.isOver && <Summary report={report} />}
      <Failures report={report} />
      <Changes report={report} />
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
  const { changed, error, failed, isStopped, isTrial, left, unchanged } = report;
  const counts = [
    `${shown(changed)} ${isTrial ? 'would change' : 'changed'}`,
    `${shown(unchanged)} unchanged`,
    `${shown(failed)} refused`,
    ...(left > 0 ? [`${shown(left)} not processed`] : []),
  ].join(', ');
  const tone = error !== '' ? 'bad' : failed > 0 || isStopped ? 'warn' : isTrial ? 'plain' : 'good';
  return (
    <Notice tone={tone}>
      {error !== '' && <p>{error}</p>}
      <p>
        {isStopped && 'Stopped. '}
        {counts}.
      </p>
    </Notice>
  );
}

function Failures({ report: { failures, failureCount } }: { readonly report: EditReport }): ReactNode {
  if (failures.length === 0) return null;
  const items = failures.map((failure, index) => ({ ...failure, index }));
  const hasLines = failures.some(({ line }) => line !== undefined);
  return (
    <>
      <h2>Refused</h2>
      <Table
        label="Refused"
        items={items}
        keyOf={({ index }) => String(index)}
        columns={[
          ...(hasLines
            ? [
                {
                  id: 'line',
                  label: 'Line',
                  isNumeric: true,
                  render: ({ line }: (typeof items)[number]) => line,
                },
              ]
            : []),
          { id: 'asset', label: 'Asset', render: ({ urn }) => <Asset urn={urn} name={urn} /> },
          { id: 'field', label: 'Field', render: ({ field }) => field },
          { id: 'message', label: 'Reason', render: ({ message }) => message },
        ]}
      />
      {failureCount > failures.length && (
        <Soft>{shown(failureCount - failures.length)} more are not listed.</Soft>
      )}
    </>
  );
}

function Changes({ report: { changed, changes, isTrial } }: { readonly report: EditReport }): ReactNode {
  const named = changes.flatMap(({ cells, urn }) => [
    urn,
    ...cells.flatMap(({ after, before }) => [...before, ...after]),
  ]);
  const nameOf = useEntityNames(
    named.filter((text) => text.startsWith('urn:li:') && !text.includes(' as ')).slice(0, 500),
  );
  if (changes.length === 0) return null;
  const items = changes.flatMap(({ cells, urn }) => cells.map((cell) => ({ ...cell, urn })));
  const label = isTrial ? 'What would change' : 'What changed';
  const valuesText = (values: readonly string[]): ReactNode =>
    values.length === 0 ? (
      <Soft>none</Soft>
    ) : (
      values.map((value) => (value.startsWith('urn:li:') ? nameOf(value) : value)).join(', ')
    );
  return (
    <>
      <h2>{label}</h2>
      <Table
        label={label}
        items={items}
        keyOf={({ field, urn }) => `${field} ${urn}`}
        columns={[
          { id: 'asset', label: 'Asset', render: ({ urn }) => <Asset urn={urn} name={nameOf(urn)} /> },
          { id: 'field', label: 'Field', render: ({ field }) => field },
          { id: 'before', label: 'Before', render: ({ before }) => valuesText(before) },
          { id: 'after', label: 'After', render: ({ after }) => valuesText(after) },
        ]}
      />
      {changed > changes.length && <Soft>{shown(changed - changes.length)} more assets are not listed.</Soft>}
    </>
  );
}

function Asset({ name, urn }: { readonly name: string; readonly urn: string }): ReactNode {
  if (!urn.startsWith('urn:li:')) return urn;
  return <Link href={entityPath(urn)}>{name}</Link>;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
