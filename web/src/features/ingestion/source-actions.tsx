import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { UndoNote } from '../../shared/deletions/undo-note.tsx';
import { useDeletedToast } from '../../shared/entities/undo-deletion.ts';
import { Menu } from '../../components/overlays/menu.tsx';
import {
  sourcePath,
  useDeleteSource,
  useStartRun,
  useTestConnection,
  type ShownSource,
} from './ingestion-data.ts';

/** Buttons and menu of actions on a source. */
export function SourceActions({
  source: { config, name, urn },
  onRun,
  onTest,
}: {
  readonly source: ShownSource;
  /** Called when a run has been requested. */
  readonly onRun: (urn: string) => void;
  /** Called when a connection test has been requested. */
  readonly onTest: (urn: string) => void;
}): ReactNode {
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const [start, test] = [useStartRun(), useTestConnection()];
  return (
    <>
      <Row>
        <Button
          look="primary"
          isPending={start.isPending}
          onPress={() => start.mutate(urn, { onSuccess: onRun })}
        >
          Run now
        </Button>
        {config && (
          <Button
            isPending={test.isPending}
            onPress={() => {
              const { recipe, version } = config;
              test.mutate({ recipe, version }, { onSuccess: onTest });
            }}
          >
            Test connection
          </Button>
        )}
        <Menu
          label="More actions"
          entries={[
            { id: 'edit', label: 'Edit', onAction: () => navigate(`${sourcePath(urn)}/edit`) },
            { id: 'delete', label: 'Delete…', isDanger: true, onAction: () => setDeleting(true) },
          ]}
        >
          More
        </Menu>
      </Row>
      {[start.error, test.error].map((error, i) => error !== null && <ErrorNotice key={i} error={error} />)}
      {isDeleting && <DeleteDialog urn={urn} name={name} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteDialog({
  urn,
  name,
  onClose,
}: {
  readonly urn: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const [, navigate] = useLocation();
  const remove = useDeleteSource();
  const showDeleted = useDeletedToast();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete source"
      change={remove}
      onClose={onClose}
      input={urn}
      onDone={() => {
        showDeleted(urn, name);
        navigate('/ingestion');
      }}
    >
      <p>
        The source no longer runs. Ingested metadata and past runs are kept. To only stop its schedule, edit
        it instead.
      </p>
      <UndoNote />
    </ConfirmDialog>
  );
}
