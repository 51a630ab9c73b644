import { entityTypeOf } from '../../../model/urn.ts';
import type { AuditEntry, Protocol } from '../../../model/access/audit-event.ts';
import { eventTypeOf } from '../../../operations/audit/event-type.ts';
import type { JsonObject } from '../../../util/json.ts';

/** DataHub has three event sources; Colophon's own routes, tools and pages count as OPENAPI. */
const SOURCES: Readonly<Record<Protocol, string>> = {
  graphql: 'GRAPHQL',
  openapi: 'OPENAPI',
  restli: 'RESTLI',
  colophon: 'OPENAPI',
  agent: 'OPENAPI',
  web: 'OPENAPI',
};

/** An event in DataHub's form; `raw` adds all recorded data. */
export function toUsageEvent(entry: AuditEntry, raw: boolean): JsonObject {
  const { time, actor, origin, urn, aspectName, logInMethod } = entry;
  return {
    eventType: eventTypeOf(entry),
    timestamp: time,
    ...(actor !== undefined && { actorUrn: actor }),
    ...(origin !== undefined && {
      eventSource: SOURCES[origin.protocol],
      telemetryTraceId: origin.requestId,
      ...(origin.address !== undefined && { sourceIP: origin.address }),
      ...(origin.userAgent !== undefined && { userAgent: origin.userAgent }),
    }),
    ...(urn !== undefined && { entityUrn: urn, entityType: entityTypeOf(urn) }),
    ...(aspectName !== undefined && { aspectName }),
    ...(logInMethod !== undefined && { loginSource: logInMethod }),
    ...(raw && { rawUsageEvent: rawEvent(entry) }),
  };
}

function rawEvent({ origin, actor, urn, ...rest }: AuditEntry): JsonObject {
  return {
    ...rest,
    ...(actor !== undefined && { actorUrn: actor }),
    ...(urn !== undefined && { entityUrn: urn }),
    ...(origin !== undefined && { request: { ...origin } }),
  };
}
