import { containers } from './containers.ts';
import { datasets, labelledColumns } from './datasets.ts';
import { definitions } from './definitions.ts';
import type { DemoEntity } from './demo-entity.ts';
import { organization } from './organization.ts';
import { pipelines } from './pipelines.ts';
import { reports } from './reports.ts';
import { tables } from './tables.ts';

/** Every entity of the demo, each after what it refers to. The same every time. */
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
