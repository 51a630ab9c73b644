import { containers } from './containers.ts';
import { datasets, labelledColumns } from './datasets.ts';
import { definitions } from './definitions.ts';
import type { DemoEntity } from './demo-entity.ts';
import { organization } from './organization.ts';
import { pipelines } from './pipelines.ts';
import { reports } from './reports.ts';
import { tables } from './tables.ts';

/** All demo entities, each after the entities it refers to. Deterministic. */
export function buildDemo(): readonly DemoEntity[] {
  const all = tables();
  return [
    ...definitions(),
    ...organization(),
    ...containers(all),
    ...datasets(all),
    ...labelledColumns(all),
    ...pipelines(all),
    ...reports(all),
  ];
}
