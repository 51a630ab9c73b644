import type { SystemMetadata } from '../../model/aspect.ts';

/** The run that wrote the value of a version: a later run that only saw the same value keeps the name of the first. */
export function writerOf({ lastRunId, runId }: SystemMetadata): string {
  return lastRunId ?? runId;
}

/** System metadata as it was before a run saw the value again. */
export function asWriterLeftIt({ lastRunId, ...metadata }: SystemMetadata): SystemMetadata {
  return { ...metadata, runId: lastRunId ?? metadata.runId };
}
