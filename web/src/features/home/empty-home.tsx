import type { ReactNode } from 'react';
import { BASE_PATH } from '../../api/base-path.ts';
import { Command } from '../../components/data/command.tsx';
import { Card, Cards } from '../../components/layout/dashboard.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { ManageLink } from '../../shared/rights/property-rights.tsx';

/** First steps in a catalog without assets. */
export function EmptyHome(): ReactNode {
  return (
    <Cards>
      <Card
        icon="product"
        title="Load the demo"
        about="To explore: about a thousand entities of a fictional company. Run this where the server runs."
      >
        <Command text="colophon demo" />
      </Card>
      <Card
        icon="platform"
        title="Connect a source"
        about="To add your own metadata, point DataHub’s ingestion at this server and run a recipe."
      >
        <Stack gap={1}>
          <Command text={`export DATAHUB_GMS_URL=${location.origin}${BASE_PATH}`} />
          <Command text="datahub ingest -c recipe.yml" />
        </Stack>
      </Card>
      <Card
        icon="property"
        title="Define a property"
        about="A property is a field of your own for assets: its name, its allowed values, and the assets it applies to."
      >
        <ManageLink to="/properties/new" look="primary">
          Define a property
        </ManageLink>
      </Card>
    </Cards>
  );
}
