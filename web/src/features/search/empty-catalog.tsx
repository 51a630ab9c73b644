import type { ReactNode } from 'react';
import { Command } from '../../components/data/command.tsx';
import { EmptyState } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { ManageLink } from '../../shared/rights/property-rights.tsx';
import { BASE_PATH } from '../../api/base-path.ts';

/** Shown if the catalog has no assets: how to add some. */
export function EmptyCatalog(): ReactNode {
  return (
    <EmptyState
      title="The catalog has no assets yet"
      actions={<ManageLink to="/properties">Define a property</ManageLink>}
    >
      <Stack gap={4}>
        <Stack gap={1}>
          <p>To explore, load the demo: about a thousand entities of a fictional company.</p>
          <div>
            <Command text="colophon demo" />
          </div>
        </Stack>
        <Stack gap={1}>
          <p>To add your own metadata, point DataHub’s ingestion at this server and run a recipe:</p>
          <div>
            <Command text={`export DATAHUB_GMS_URL=${location.origin}${BASE_PATH}`} />
          </div>
          <div>
            <Command text="datahub ingest -c recipe.yml" />
          </div>
        </Stack>
      </Stack>
    </EmptyState>
  );
}
