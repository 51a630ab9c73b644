import type { SystemMetadata } from './aspect.ts';

/** Request that last wrote the aspect, also if its value was equal; DataHub's name. */
const LAST_TRACE = 'telemetryTraceId';
/** `true`: the last write did not change the value; DataHub's name. */
const NO_OP = 'isNoOp';
/** Request that wrote the value, if the last write did not change it. DataHub does not keep it. */
const VALUE_TRACE = 'telemetryValueTraceId';

/** Members of `systemMetadata.properties` about requests to this server. */
export const TRACE_MEMBERS: readonly string[] = [LAST_TRACE, NO_OP, VALUE_TRACE];

/** Trace ids of the known requests that wrote a version of an aspect. */
export interface WriteTraces {
  /** The request that wrote the value. */
  readonly value: string | undefined;
  /** The last request that wrote an equal value since. */
  readonly noOp: string | undefined;
}

/** Trace ids in the system metadata of a version. */
export function writeTraces({ properties = {} }: SystemMetadata): WriteTraces {
  const last = properties[LAST_TRACE];
  if (properties[NO_OP] !== 'true') return { value: last, noOp: undefined };
  return { value: properties[VALUE_TRACE], noOp: last };
}

/**
 * System metadata of a value that this request writes. Trace ids that a client has sent are dropped. Undefined: written
 * outside of a request.
 */
export function withTrace(metadata: SystemMetadata, traceId: string | undefined): SystemMetadata {
  return withOwn(metadata, traceId === undefined ? {} : { [LAST_TRACE]: traceId });
}

/** System metadata of a stored value after this request has written an equal one. */
export function withNoOpTrace(stored: SystemMetadata, traceId: string | undefined): SystemMetadata {
  const { value } = writeTraces(stored);
  if (traceId === undefined || traceId === value) return stored;
  return withOwn(stored, {
    [LAST_TRACE]: traceId,
    [NO_OP]: 'true',
    ...(value !== undefined && { [VALUE_TRACE]: value }),
  });
}

/** System metadata without the requests that wrote an equal value. */
export function withoutNoOpTrace(stored: SystemMetadata): SystemMetadata {
  return withTrace(stored, writeTraces(stored).value);
}

function withOwn(metadata: SystemMetadata, own: Readonly<Record<string, string>>): SystemMetadata {
  const { properties, ...rest } = metadata;
  const kept = Object.entries(properties ?? {}).filter(([name]) => !TRACE_MEMBERS.includes(name));
  const all = { ...Object.fromEntries(kept), ...own };
  return Object.keys(all).length === 0 ? rest : { ...rest, properties: all };
}
