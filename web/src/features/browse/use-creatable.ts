import { useMe } from '../../api/person/me.ts';
import type { Creatable } from './create-entity.ts';
import type { BrowseKind } from '../../shared/search/kinds.ts';

/**
 * What the signed-in person may create on a browse page. The right to create data products depends on the domain, so
 * everyone who may manage domains is offered it; the server decides.
 */
export function useCreatable({ id }: BrowseKind): readonly Creatable[] {
  const rights = useMe()?.platformPrivileges;
  if (!rights) return [];
  switch (id) {
    case 'domains':
      return rights.createDomains || rights.manageDomains ? ['domain'] : [];
    case 'glossary':
      return rights.manageGlossaries ? ['term', 'node'] : [];
    case 'tags':
      return rights.createTags || rights.manageTags ? ['tag'] : [];
    case 'products':
      return rights.manageDomains ? ['product'] : [];
    default:
      return [];
  }
}
