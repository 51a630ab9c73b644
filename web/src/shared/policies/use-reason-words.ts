import { useCallback } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { useMe } from '../../api/person/me.ts';
import type { Reason } from '../../api/reason.ts';
import { useCatalogQuery } from './privilege-catalog.ts';
import { reasonWords, urnsInReason } from './reason-words.ts';

/** Returns a function that says reasons in words, with the names of entities and privileges. */
export function useReasonWords(reasons: readonly Reason[]): (reason: Reason) => string {
  const me = useMe()?.corpUser.urn;
  const { data: catalog } = useCatalogQuery();
  const entity = useEntityNames(
    reasons.flatMap((reason) => (typeof reason === 'string' ? [] : urnsInReason(reason))),
  );
  return useCallback(
    (reason: Reason) => {
      if (typeof reason === 'string') return reason;
      const privilege = (name: string): string => catalog?.nameOf(name) ?? name;
      return reasonWords(reason, { entity, privilege, me });
    },
    [catalog, entity, me],
  );
}
