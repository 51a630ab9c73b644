import type { Urn } from '../../model/urn.ts';
import { checkLength } from '../list-limits.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** The entities that exist, including soft-deleted ones. */
export const findExisting = defineModelled({
  name: 'findExisting',
  effect: 'read',
  limits: (urns: readonly Urn[], settings) => checkLength('The number of urns', urns.length, settings),
  about: (urns) => urns,
  needs: READ,
  run: (urns, { query, scope }) => query.existing(urns, scope),
});
