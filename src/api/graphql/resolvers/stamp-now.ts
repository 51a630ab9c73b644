import type { AuditStamp } from '../../../model/aspect.ts';
import type { GraphqlContext } from '../graphql-context.ts';

/** The caller and this moment. */
export function stampNow({ catalog, settings }: GraphqlContext): AuditStamp {
  return { time: settings.now(), actor: catalog.actor.urn };
}
