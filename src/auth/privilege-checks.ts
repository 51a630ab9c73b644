import { CatalogError } from '../errors.ts';
import type { Catalog } from './catalog.ts';
import type { PassedChecks } from './passed-checks.ts';
import type { Rights } from './rights.ts';

/** Entity privilege checks that operations make before they write. */
export type PrivilegeChecks = Pick<Catalog, 'requireEntityPrivilege' | 'requireAnyGrant'>;

/** Creates the privilege checks of one caller. Records granted entity privileges in `passed`, for the writes. */
export function openPrivilegeChecks(rights: Rights, passed: PassedChecks): PrivilegeChecks {
  return {
    requireEntityPrivilege: async (privilege, urn, denial) => {
      await rights.requireOn(privilege, urn, denial);
      passed.note(privilege, urn);
    },
    requireAnyGrant: async (grants, denial) => {
      for (const { privilege, urn, opens } of grants) {
        if (urn === undefined) {
          if (rights.holds(privilege)) return;
        } else if (await rights.holdsOn(privilege, urn)) {
          passed.note(privilege, opens ?? urn);
          return;
        }
      }
      throw new CatalogError('FORBIDDEN', denial);
    },
  };
}
