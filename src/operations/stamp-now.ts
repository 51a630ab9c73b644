import type { AuditStamp } from '../model/aspect.ts';
import type { Reading } from './work.ts';

/** Audit stamp of the caller at the current time. */
export function stampNow({ actor, settings }: Pick<Reading, 'actor' | 'settings'>): AuditStamp {
  return { time: settings.now(), actor: actor.urn };
}
