import type { KnownPrivilege } from '../../../shared/policies/privilege-catalog.ts';
import { PART_WORDS, enumerated } from '../../../shared/rights/part-words.ts';

/** Names for privileges whose own names are not what people say. */
const LABELS: Readonly<Record<string, string>> = {
  VIEW_ENTITY_PAGE: 'Read',
  EDIT_ENTITY: 'Edit Everything',
  EDIT_DATASET_COL_DESCRIPTION: 'Edit Column Descriptions',
  EDIT_DATASET_COL_TAGS: 'Edit Column Tags',
  EDIT_DATASET_COL_GLOSSARY_TERMS: 'Edit Column Glossary Terms',
};

/** What people ask about, in this order. The other privileges are about APIs, or rarely given alone. */
const USUAL = [
  'VIEW_ENTITY_PAGE',
  'EDIT_ENTITY',
  'EDIT_ENTITY_DOCS',
  'EDIT_ENTITY_PROPERTIES',
  'EDIT_ENTITY_TAGS',
  'EDIT_ENTITY_GLOSSARY_TERMS',
  'EDIT_ENTITY_OWNERS',
  'EDIT_DOMAINS_PRIVILEGE',
  'EDIT_ENTITY_DOC_LINKS',
  'EDIT_DEPRECATION_PRIVILEGE',
  'EDIT_DATASET_COL_DESCRIPTION',
  'EDIT_DATASET_COL_TAGS',
  'EDIT_DATASET_COL_GLOSSARY_TERMS',
  'EDIT_LINEAGE',
  'EDIT_GROUP_MEMBERS',
  'MANAGE_GLOSSARY_CHILDREN',
  'MANAGE_DATA_PRODUCTS',
  'DELETE_ENTITY',
];

/** The privileges on an entity: what people ask about first, then the others. */
export function sorted<Item extends { readonly privilege: KnownPrivilege }>(
  items: readonly Item[],
): { readonly usual: readonly Item[]; readonly others: readonly Item[] } {
  const byName = new Map(items.map((item) => [item.privilege.value, item]));
  return {
    usual: USUAL.flatMap((name) => byName.get(name) ?? []),
    others: items.filter(({ privilege }) => !USUAL.includes(privilege.value)),
  };
}

/** Name of a privilege on an entity: `Read`. */
export function privilegeLabel({ label, value }: KnownPrivilege): string {
  return LABELS[value] ?? label;
}

/** What somebody may do, in one sentence: `You may read this and edit its tags.` */
export function accessSentence(who: string, may: (privilege: string) => boolean): string {
  if (!may('VIEW_ENTITY_PAGE') && !may('GET_ENTITY_PRIVILEGE')) return `${who} may not read this.`;
  const parts = [...PART_WORDS].filter(([privilege]) => may(privilege)).map(([, part]) => part);
  if (may('EDIT_ENTITY') || parts.length === PART_WORDS.size) return `${who} may read and edit this.`;
  if (parts.length === 0) return `${who} may read this, but not edit it.`;
  return `${who} may read this and edit its ${enumerated(parts)}.`;
}
