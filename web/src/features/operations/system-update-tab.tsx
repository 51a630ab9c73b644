import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { STEP_LABELS, mappingState, stepReason } from './job-words.ts';
import { JobProgress } from './job-report.tsx';
import {
  isInProgress,
  objects,
  text,
  useIndexMappings,
  useLatestJob,
  useStartJob,
} from './operations-data.ts';

/** Choice of all steps. */
const ALL = 'all';

const STEPS = [
  { value: ALL, label: 'All due steps' },
  ...Object.entries(STEP_LABELS).map(([value, label]) => ({ value, label, help: value })),
];

/** Updates stored data to this version. */
export function SystemUpdateTab(): ReactNode {
  const { data, error, refetch } = useLatestJob('system-update');
  const start = useStartJob('system-update');
  const [step, setStep] = useState(ALL);
  return (
    <Stack gap={4}>
      <p>
        Updates stored data to this version of the server. Steps that are not due are skipped; a step that you
        select always runs.
      </p>
      <Row align="end">
        <Select label="Steps" choices={STEPS} value={step} onChange={setStep} />
        <Button
          look="primary"
          isPending={isInProgress(data) || start.isPending}
          onPress={() => {
            start.mutate(step === ALL ? {} : { step });
          }}
        >
          Start update
        </Button>
      </Row>
      {start.error !== null && <ErrorNotice error={start.error} />}
      {error !== null && (
        <LoadProblem error={error} what="see the report of the update" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data === null && <p>No report yet. The server ran all due steps when it started.</p>}
      {data && (
        <JobProgress kind="system-update" report={data}>
          <Table
            label="Steps of the update"
            items={objects(data.result['steps'])}
            keyOf={(item) => text(item['id'])}
            columns={[
              {
                id: 'step',
                label: 'Step',
                render: (item) => STEP_LABELS[text(item['id'])] ?? text(item['id']),
              },
              {
                id: 'outcome',
                label: 'Outcome',
                render: (item) => <Badge>{text(item['outcome']) === 'skipped' ? 'Skipped' : 'Done'}</Badge>,
              },
              {
                id: 'reason',
                label: 'Why',
                render: (item) => stepReason(text(item['outcome']), text(item['cause'])),
              },
            ]}
          />
        </JobProgress>
      )}
      <Mappings />
    </Stack>
  );
}

function Mappings(): ReactNode {
  const { data, error } = useIndexMappings();
  if (error !== null) return <LoadProblem error={error} what="see the index fields" />;
  if (data === undefined) return <Skeleton lines={4} />;
  return (
    <Stack>
      <h2>Index fields of structured properties</h2>
      {data.length === 0 ? (
        <Soft>No structured property has values.</Soft>
      ) : (
        <Table
          label="Index fields of structured properties"
          items={data}
          keyOf={({ field, entityType }) => `${field} ${entityType}`}
          columns={[
            { id: 'field', label: 'Field', render: ({ field }) => <code>{field}</code> },
            {
              id: 'type',
              label: 'Entity type',
              isExtra: true,
              render: ({ entityType }) => entityTypeLabel(entityType),
            },
            { id: 'state', label: 'State', render: ({ state }) => <Badge>{mappingState(state)}</Badge> },
            {
              id: 'values',
              label: 'Values',
              isNumeric: true,
              render: ({ values }) => values.toLocaleString('en'),
            },
          ]}
        />
      )}
    </Stack>
  );
}
