import type { QueryClient } from '@tanstack/react-query';
import { namesQuery } from '../../api/names/entity-names.ts';
import { ME_QUERY } from '../../api/person/me.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { rightsQuery } from '../rights/use-rights.ts';
import { definitionsQuery } from '../values/use-definitions.ts';
import { aspectNamesQuery, entityQuery } from './use-entity.ts';

/** Requests what every page of an entity needs, all at once: its aspects, the person's rights and its properties. */
export function prefetchEntity(client: QueryClient, urn: string): void {
  const type = entityTypeOf(urn);
  const requests = [
    client.query(entityQuery(urn)),
    client.query(namesQuery([urn])),
    client.query(definitionsQuery(type)),
    client.query(aspectNamesQuery(type)),
    client.query(ME_QUERY).then((me) => me && client.query(rightsQuery(me.corpUser.urn, urn))),
  ];
  for (const request of requests) request.catch(() => undefined);
}
