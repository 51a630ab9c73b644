import { invalidRequest } from '../errors.ts';
import type { EntityAspects } from '../model/aspect.ts';
import type { Urn } from '../model/urn.ts';
import { because } from '../refusals.ts';
import type { CatalogQuery } from '../query/catalog-query.ts';
import { inChunks } from '../util/concurrency/in-chunks.ts';
import type { OperationSettings } from './work.ts';

/** Throws INVALID_REQUEST for a page or list that is longer than the server's limit. */
export function checkLength(what: string, length: number, { pageSize }: OperationSettings): void {
  if (length <= pageSize) return;
  throw invalidRequest(
    `${what} must be at most ${pageSize}, not ${length}. Split the request.`,
    what,
    because('LIST_TOO_LONG', { size: length, most: pageSize }),
  );
}

/** Throws INVALID_REQUEST for a text with more UTF-16 code units. `remedy`: a sentence. */
export function checkTextLength(name: string, { length }: string, most: number, remedy: string): void {
  if (length <= most) return;
  throw invalidRequest(
    `'${name}' has ${length} characters, more than ${most}. ${remedy}`,
    name,
    because('TEXT_TOO_LONG', { length, most }),
  );
}

/** Wraps the reads of operations: refuses to look up more urns at once than the server's limit. */
export function limitUrns(query: CatalogQuery, settings: OperationSettings): CatalogQuery {
  const check = ({ length }: readonly unknown[]): void => checkLength('The number of urns', length, settings);
  return {
    ...query,
    getEntities: async (urns, aspectNames, scope, most) => {
      check(urns);
      return query.getEntities(urns, aspectNames, scope, most);
    },
    existing: async (urns, scope) => {
      check(urns);
      return query.existing(urns, scope);
    },
  };
}

/** The reads of an operation with its own bounds: more urns than the server's limit are looked up in parts. */
export function inParts(query: CatalogQuery, { pageSize }: OperationSettings): CatalogQuery {
  return {
    ...query,
    getEntities: async (urns, aspectNames, scope, most) => {
      if (urns.length <= pageSize) return query.getEntities(urns, aspectNames, scope, most);
      const found = new Map<Urn, EntityAspects>();
      for await (const part of inChunks(urns, pageSize))
        for (const [urn, aspects] of await query.getEntities(part, aspectNames, scope, most))
          found.set(urn, aspects);
      return found;
    },
    existing: async (urns, scope) => {
      if (urns.length <= pageSize) return query.existing(urns, scope);
      const found = new Set<Urn>();
      for await (const part of inChunks(urns, pageSize))
        for (const urn of await query.existing(part, scope)) found.add(urn);
      return found;
    },
  };
}
