import type { GrantClause } from '../../../auth/grants.ts';
import type { EditField } from '../../../model/bulk-edit.ts';
import { holderOf } from '../../../model/relationships/column-holder.ts';
import type { Urn } from '../../../model/urn.ts';
import { GLOSSARY_RIGHTS, privilegeOrGlossaryRight } from '../../glossary/glossary-rights.ts';
import { clauseOf } from '../../needs.ts';
import type { Reading } from '../../work.ts';
import { isAssetField } from '../cells.ts';
import { TAGS, TERMS } from '../../tags/stored-labels.ts';
import { labelKind } from './column-labels.ts';
import { columnOf } from './columns.ts';

const PRIVILEGES = {
  tags: 'EDIT_ENTITY_TAGS',
  terms: 'EDIT_ENTITY_GLOSSARY_TERMS',
  owners: 'EDIT_ENTITY_OWNERS',
  domain: 'EDIT_DOMAINS_PRIVILEGE',
  description: 'EDIT_ENTITY_DOCS',
  deprecation: 'EDIT_DEPRECATION_PRIVILEGE',
} as const;
const OF_PROPERTIES = 'EDIT_ENTITY_PROPERTIES';
const OF_COLUMN_DESCRIPTION = 'EDIT_DATASET_COL_DESCRIPTION';

/** Every privilege that can allow a bulk edit of a field. */
export const FIELD_PRIVILEGES: readonly string[] = [
  ...Object.values(PRIVILEGES),
  OF_PROPERTIES,
  OF_COLUMN_DESCRIPTION,
  TAGS.columnPrivilege,
  TERMS.columnPrivilege,
  ...GLOSSARY_RIGHTS,
];

/** The right that is required to change the field of the asset, as for an edit of one asset. */
export async function rightFor(field: EditField, urn: Urn, reading: Reading): Promise<GrantClause> {
  if (!isAssetField(field)) return clauseOf([OF_PROPERTIES], { urn });
  const kind = labelKind(field);
  const column = kind && columnOf(urn);
  if (kind !== undefined && column !== undefined)
    return clauseOf([kind.columnPrivilege], { urn: column.dataset });
  const holder = holderOf(urn);
  switch (field) {
    case 'description':
      if (holder !== undefined) return clauseOf([OF_COLUMN_DESCRIPTION], { urn: holder });
      return privilegeOrGlossaryRight(PRIVILEGES.description, reading.references.parse(urn), reading);
    case 'deprecation':
      return [urn, ...(holder === undefined ? [] : [holder])].flatMap((one) =>
        clauseOf([PRIVILEGES.deprecation], { urn: one }),
      );
    default:
      return clauseOf([PRIVILEGES[field]], { urn });
  }
}
