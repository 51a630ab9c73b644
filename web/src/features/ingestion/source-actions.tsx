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

/** What a person can do with a source. */
export function SourceActions({
  source: { config, name, urn },
  onRun,
  onTest,
}: {
  readonly source: ShownSource;
  /** A run was requested. */
  readonly onRun: (urn: string) => void;
  /** A test of the connection was requested. */
  readonly onTest: (urn: string) => void;
}): ReactNode {
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const [start, test, remove] = [useStartRun(), useTestConnection(), useDeleteSource()];
  return (
    <>
      <Row>
        <Button
          look="primary"
          isPending={start.isPending}
          onPress={() => {
            start.mutate(urn, { onSuccess: onRun });
          }}
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
            {
              id: 'edit',
              label: 'Edit',
              onAction: () => {
                navigate(`${sourcePath(urn)}/edit`);
              },
            },
            {
              id: 'delete',
              label: 'Delete…',
              isDanger: true,
              onAction: () => {
                setDeleting(true);
              },
            },
          ]}
        >
          More
        </Menu>
      </Row>
      {[start.error, test.error].map((error, i) => error !== null && <ErrorNotice key={i} error={error} />)}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete source"
          isPending={remove.isPending}
          error={remove.error}
          onClose={() => {
            setDeleting(false);
          }}
          onConfirm={() => {
            remove.mutate(urn, {
              onSuccess: () => {
                showToast(`The source ${name} is deleted.`);
                navigate('/ingestion');
              },
            });
          }}
        >
          <p>It runs no more. What it has ingested stays, and so do its runs.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
