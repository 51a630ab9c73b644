import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** Icons of entity types, by their names in urns, in lower case. */
const ICON_OF: Readonly<Record<string, IconName>> = {
  dataset: 'dataset',
  schemafield: 'column',
  chart: 'chart',
  dashboard: 'dashboard',
  dataflow: 'pipeline',
  datajob: 'task',
  dataprocessinstance: 'task',
  container: 'container',
  domain: 'domain',
  glossaryterm: 'term',
  glossarynode: 'termGroup',
  tag: 'tag',
  dataproduct: 'product',
  corpuser: 'person',
  corpgroup: 'group',
  structuredproperty: 'property',
  query: 'query',
  assertion: 'assertion',
  incident: 'incident',
  mlmodel: 'model',
  mlmodelgroup: 'model',
  mlfeature: 'feature',
  mlfeaturetable: 'feature',
  mlprimarykey: 'feature',
  document: 'document',
  notebook: 'document',
  form: 'form',
  datahubview: 'view',
  dataplatform: 'platform',
  dataplatforminstance: 'platform',
  service: 'service',
};

/** The icon of an entity type, named as in urns (`dataProduct`) or in GraphQL (`DATA_PRODUCT`); other types share one. */
export function EntityIcon({ type }: { readonly type: string }): ReactNode {
  return <Icon name={ICON_OF[type.replaceAll('_', '').toLowerCase()] ?? 'entity'} />;
}
