import type { Identity } from '../auth/accounts/identity.ts';
import { readDemo } from '../config/read-demo.ts';
import { limitUrns } from '../operations/list-limits.ts';
import { FailedWrites } from '../operations/traces/failed-writes.ts';
import type { OperationParts } from '../operations/work.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { observeOperations } from './observe-operations.ts';
import type { openCatalog } from './open-catalog.ts';

type Catalog = Awaited<ReturnType<typeof openCatalog>>;

/** Dependencies of operations besides the catalog. */
interface FurtherParts extends Pick<
  OperationParts,
  | 'references'
  | 'settings'
  | 'changes'
  | 'maintenance'
  | 'bulkEdits'
  | 'plans'
  | 'webhooks'
  | 'referenceRemoval'
  | 'secretBox'
> {
  readonly metrics: Metrics;
  readonly identity: Identity;
}

/** The dependencies of all operations. */
export function operationParts(
  { audit, authorizer, change, query, store, tracer }: Catalog,
  { identity, metrics, ...parts }: FurtherParts,
): OperationParts {
  const { invites, nativeUsers, oauth, tokens } = identity;
  return {
    ...parts,
    observe: observeOperations(metrics, tracer),
    query: limitUrns(query, parts.settings),
    change,
    authorizer,
    reader: store.reader,
    audit: store.audit,
    auditLog: audit,
    invites,
    nativeUsers,
    oauth,
    tokens,
    failedWrites: new FailedWrites(),
    readDemo: () => readDemo(),
  };
}
