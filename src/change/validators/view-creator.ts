import { isDeepStrictEqual } from 'node:util';
import { VIEW, creatorOf } from '../../model/access/personal.ts';
import type { Validator } from '../rules.ts';

/**
 * A view belongs to its creator: nobody may create one for somebody else or transfer it. The root actor may, because
 * it moves whole catalogs.
 */
export const viewCreator: Validator = {
  name: 'viewCreator',
  aspects: [VIEW.infoAspect],
  check: ({ after, row, urn }, { viewer }) => {
    if (viewer === undefined || after === undefined) return [];
    const stored = row?.aspect.value['created'];
    if (stored === undefined) {
      const creator = creatorOf(after);
      if (creator === viewer) return [];
      const message = `created.actor of ${urn} must be ${viewer}, who creates the view, not ${creator}.`;
      return [{ message, field: 'created.actor' }];
    }
    if (isDeepStrictEqual(stored, after['created'])) return [];
    const message = `created of a view cannot change. Send ${JSON.stringify(stored)} for ${urn}.`;
    return [{ message, field: 'created' }];
  },
};
