import { CatalogError } from '../errors.ts';
import type { Catalog } from './catalog.ts';
import type { PassedChecks } from './passed-checks.ts';
import type { Rights } from './rights.ts';

/** What operations ask before they write. */
export type PrivilegeChecks = Pick<Catalog, 'requireEntityPrivilege' | 'requireAnyGrant'>;

/** Opens the questions for one caller; what it has been allowed on entities is taken down for its writes. */
export function openPrivilegeChecks(rights: Rights, passed: PassedChecks): PrivilegeChecks {
  return {
    requireEntityPrivilege: async (privilege, urn, denial) => {
      await rights.requireOn(privilege, urn, denial);
      passed.note(privilege, urn);
    },
    requireAnyGrant: async (grants, denial) => {
      for (const { privilege, urn } of grants) {
        if (urn === undefined) {
          if (rights.holds(privilege)) return;
        } else if (await rights.holdsOn(privilege, urn)) {
          passed.note(privilege, urn);
          return;
        }
      }
      throw new CatalogError('FORBIDDEN', denial);
    },
  };
}
