import type { AuditStamp } from '../model/aspect.ts';
import type { Reading } from './work.ts';

/** Audit stamp of the caller at the current time. */
export function stampNow({ catalog, settings }: Pick<Reading, 'catalog' | 'settings'>): AuditStamp {
  return { time: settings.now(), actor: catalog.actor.urn };
}
