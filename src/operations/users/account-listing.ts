import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { findEntities, plainSearch } from '../search/find-entities.ts';
import type { FoundPage, Listing } from '../search/find-entities.ts';
import { checkLength } from '../list-limits.ts';
import { platform } from '../needs.ts';
import { defineModelled } from '../operation.ts';
import type { Operation } from '../operation.ts';
import { checkSearch } from '../search/search-limits.ts';

/** A query for one page of accounts. */
type AccountQuery = Pick<Listing, 'query' | 'start' | 'count'>;

/** An operation that finds one page of the accounts of a type, best match first, for those who manage accounts. */
export function defineAccountListing(
  name: string,
  entityType: string,
): Operation<AccountQuery, AccountQuery, FoundPage> {
  const listing = ({ query, start, count }: AccountQuery): Listing => {
    return { entityTypes: [entityType], query, start, count };
  };
  return defineModelled({
    name,
    effect: 'read',
    limits: (input: AccountQuery, settings) => {
      const search = plainSearch(listing(input));
      checkLength('count', search.count, settings);
      checkSearch(search);
    },
    needs: platform('MANAGE_USERS_AND_GROUPS'),
    denial: NAMING_PRIVILEGES,
    isLong: true,
    run: (input, work) => findEntities(listing(input), work),
  });
}
