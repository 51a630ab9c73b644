import type { SystemMetadata } from '../../model/aspect.ts';

/** The run that wrote a version's value: `lastRunId` if a later run (`runId`) wrote an equal value, else `runId`. */
export function writerOf({ lastRunId, runId }: SystemMetadata): string {
  return lastRunId ?? runId;
}

/** System metadata without the later runs that wrote an equal value. */
export function asWriterLeftIt({ lastRunId, ...metadata }: SystemMetadata): SystemMetadata {
  return { ...metadata, runId: lastRunId ?? metadata.runId };
}
