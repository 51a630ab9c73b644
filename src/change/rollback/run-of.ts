import type { SystemMetadata } from '../../model/aspect.ts';
import { withoutNoOpTrace } from '../../model/write-trace.ts';

/** The run that wrote a version's value: `lastRunId` if a later run (`runId`) wrote an equal value, else `runId`. */
export function writerOf({ lastRunId, runId }: SystemMetadata): string {
  return lastRunId ?? runId;
}

/** System metadata without the later runs and requests that wrote an equal value. */
export function asWriterLeftIt({ lastRunId, ...metadata }: SystemMetadata): SystemMetadata {
  return withoutNoOpTrace({ ...metadata, runId: lastRunId ?? metadata.runId });
}
