import type { Registry } from 'prom-client';
import type { Observed } from './observed.ts';
import {
  addBackupGauge,
  addConnectionGauge,
  addDeletionGauge,
  addIncompleteGauge,
  addLogGauges,
  addSequenceGauges,
  addSpaceGauge,
} from './storage-figures.ts';
import {
  addFollowerGauge,
  addJobGauges,
  addRemovalGauges,
  addSpanCounter,
  addWebhookFigures,
} from './work-figures.ts';

/** Sources of gauges and counters; those of other threads are complete metrics. */
type FigureSources = {
  readonly [Name in Exclude<keyof Observed, 'threads'>]-?: NonNullable<Observed[Name]>;
};

/** Adds the gauges and counters of each source, in the order in which they are collected. */
const ADD_FIGURES: {
  readonly [Name in keyof FigureSources]: (source: FigureSources[Name], registers: Registry[]) => void;
} = {
  // First, so that it does not count the store reads of the others.
  connections: addConnectionGauge,
  sequences: addSequenceGauges,
  oldestCommit: addLogGauges,
  oldestDeletion: addDeletionGauge,
  incompleteDocuments: addIncompleteGauge,
  freeSpace: addSpaceGauge,
  lastBackup: addBackupGauge,
  heldRequests: addFollowerGauge,
  spans: addSpanCounter,
  removals: addRemovalGauges,
  jobs: addJobGauges,
  webhooks: addWebhookFigures,
};

const SOURCES = Object.keys(ADD_FIGURES).filter((name): name is keyof FigureSources => name in ADD_FIGURES);

function addFiguresOf<Name extends keyof FigureSources>(
  name: Name,
  sources: { readonly [One in Name]?: FigureSources[One] | undefined },
  registers: Registry[],
): void {
  const source = sources[name];
  if (source !== undefined) ADD_FIGURES[name](source, registers);
}

/** Adds the gauges and counters that these sources observe. */
export function addFigures(observed: Observed, registers: Registry[]): void {
  for (const source of SOURCES) addFiguresOf(source, observed, registers);
}
