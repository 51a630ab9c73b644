import { useCallback } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import type { Reason } from '../../api/reason.ts';
import { useCatalogQuery } from './privilege-catalog.ts';
import { withNames } from './with-names.ts';

/** Returns a function that replaces the urns and privileges in the server's reasons with display names. */
export function useReadableReasons(reasons: readonly Reason[]): (reason: Reason) => string {
  const { data: catalog } = useCatalogQuery();
  const nameOfUrn = useEntityNames(reasons.flatMap(({ urns }) => urns));
  return useCallback(
    ({ privileges, text, urns }: Reason) => {
      const names = new Map([
        ...urns.map((urn) => [urn, nameOfUrn(urn)] as const),
        ...privileges.map((privilege) => [privilege, catalog?.nameOf(privilege) ?? privilege] as const),
      ]);
      return withNames(text, names);
    },
    [catalog, nameOfUrn],
  );
}
