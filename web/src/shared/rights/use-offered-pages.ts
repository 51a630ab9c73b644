import { useOwnPrivileges } from '../../api/privileges.ts';
import { NAMED_PAGES, type NamedPage } from '../../urls/pages.ts';
import { useBulkEditRight, useMayProposeAnywhere } from './use-edit-right.ts';

/** The pages of a menu that the person may open; without a menu, all that have a name. Rights not known yet count as none. */
export function useOfferedPages(menu?: NamedPage['menu']): readonly NamedPage[] {
  const pages = NAMED_PAGES.filter((page) => menu === undefined || page.menu === menu);
  const privileges = useOwnPrivileges({ enabled: pages.some(({ needs }) => Array.isArray(needs)) });
  const mayEdit = useBulkEditRight().state === 'allowed';
  const mayPropose = useMayProposeAnywhere();
  return pages.filter(({ needs }) => {
    if (needs === undefined) return true;
    return needs === 'any change' ? mayEdit || mayPropose : privileges?.has(...needs) === true;
  });
}
