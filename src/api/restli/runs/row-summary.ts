import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import type { RunRow } from '../../../operations/runs/get-run-rows.ts';

/** One row of a run in Rest.li form; an entity created by the run is listed as its key aspect. */
export interface RowSummary {
  readonly runId: string;
  readonly urn: Urn;
  readonly aspectName: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly keyAspect: boolean;
  readonly [member: string]: string | number | boolean;
}

export function rowSummary(registry: EntityRegistry, runId: string, row: RunRow): RowSummary {
  const { urn, aspectName, lastObserved: timestamp } = row;
  const key = registry.entities.get(entityTypeOf(urn))?.keyAspect.name ?? 'key';
  return { runId, urn, aspectName: aspectName ?? key, timestamp, keyAspect: aspectName === undefined };
}
