import type { AuditStamp } from '../../../model/aspect.ts';
import type { GraphqlContext } from '../graphql-context.ts';

/** Audit stamp of the caller at the current time. */
export function stampNow({ catalog, settings }: GraphqlContext): AuditStamp {
  return { time: settings.now(), actor: catalog.actor.urn };
}
