import type { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { findEntities, type FoundPage, type Listing } from './find-entities.ts';
import type { Need } from '../needs.ts';
import { defineModelled, type Operation } from '../operation.ts';
import { listEntities } from './list-entities.ts';

/** A query for one page of the entities of one type. */
type TypeListing = Omit<Listing, 'entityTypes'>;

/** An operation that finds one page of the entities of a type, for those who meet a need of their own. */
export function defineListing(
  name: string,
  summary: string,
  entityType: string,
  needs: Need<TypeListing>,
  denial?: typeof NAMING_PRIVILEGES,
): Operation<TypeListing, TypeListing, FoundPage> {
  const whole = (listing: TypeListing): Listing => ({ ...listing, entityTypes: [entityType] });
  return defineModelled({
    name,
    summary,
    effect: 'read',
    limits: (listing: TypeListing, settings) => listEntities.limits?.(whole(listing), settings),
    needs,
    ...(denial && { denial }),
    isLong: true,
    run: (listing, work) => findEntities(whole(listing), work),
  });
}
