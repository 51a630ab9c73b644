import type { ReactNode } from 'react';
import { BASE_PATH } from '../../api/base-path.ts';
import { Command } from '../../components/code/command.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Card, Cards } from '../../components/layout/dashboard.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { ManageLink, useMayManage } from '../../shared/rights/property-rights.tsx';
import { LoadDemo } from './load-demo.tsx';
import { useOffersDemo } from './use-offers-demo.ts';

/** First steps in a catalog without assets. */
export function EmptyHome(): ReactNode {
  const offersDemo = useOffersDemo();
  const mayDefine = useMayManage();
  return (
    <Cards>
      {offersDemo !== false && (
        <Card
          icon="product"
          title="Load the demo"
          about="To explore: about a thousand entities of a fictional company, with a month of history."
        >
          {offersDemo === undefined ? <Skeleton lines={1} /> : <LoadDemo />}
        </Card>
      )}
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
      {mayDefine !== false && (
        <Card
          icon="property"
          title="Define a property"
          about="A property is a field of your own for assets: its name, its allowed values, and the assets it applies to."
        >
          <ManageLink to="/properties/new" look="primary">
            Define a property
          </ManageLink>
        </Card>
      )}
    </Cards>
  );
}
