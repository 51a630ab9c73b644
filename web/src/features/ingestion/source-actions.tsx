import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
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
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete source"
      change={remove}
      onClose={onClose}
      input={urn}
      onDone={() => {
        showToast(`Source ${name} deleted`);
        navigate('/ingestion');
      }}
    >
      <p>The source will no longer run. Ingested metadata and past runs are kept.</p>
    </ConfirmDialog>
  );
}
