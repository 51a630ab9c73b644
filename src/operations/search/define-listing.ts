import type * as v from 'valibot';
import type { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { findEntities, type FoundPage, type Listing } from './find-entities.ts';
import type { Need } from '../needs.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { listEntities } from './list-entities.ts';
import { LISTING } from './search-shape.ts';

const INPUT = objectOf(LISTING);

/** A query for one page of the entities of one type. */
type TypeListing = Omit<Listing, 'entityTypes'>;

/** Defines an operation that finds one page of the entities of a type; `needs` replaces the need of general searches. */
export function defineListing(
  name: string,
  summary: string,
  entityType: string,
  needs: Need<TypeListing>,
  denial?: typeof NAMING_PRIVILEGES,
): Operation<v.InferInput<typeof INPUT>, TypeListing, FoundPage> {
  const whole = (listing: TypeListing): Listing => ({ ...listing, entityTypes: [entityType] });
  return defineOperation({
    name,
    summary,
    effect: 'read',
    input: () => INPUT,
    limits: (listing, settings) => listEntities.limits?.(whole(listing), settings),
    needs,
    ...(denial && { denial }),
    isLong: true,
    run: (listing, work) => findEntities(whole(listing), work),
  });
}
