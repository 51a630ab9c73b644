import type { graphql } from '../../api/graphql.ts';

/** An entity type's GraphQL name: `GLOSSARY_TERM`. */
export type EntityTypeName = ReturnType<typeof graphql.scalar<'EntityType'>>;

/** A way to browse the catalog, with its own address below `/browse`. */
export interface BrowseKind {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  /** Types of the entities in the list or tree. */
  readonly types: readonly EntityTypeName[];
  /** Field with the parent of an entity of these types; undefined: a flat list. */
  readonly parentField: string | undefined;
  /** Field of assets that refers to these entities. */
  readonly assetField: string;
  /** Whether the search for an entity's assets includes those of its descendants. */
  readonly includesBelow: boolean;
}

/** Glossary groups and terms. */
export const GLOSSARY = {
  id: 'glossary',
  label: 'Glossary',
  about: 'Business terms, in groups',
  types: ['GLOSSARY_NODE', 'GLOSSARY_TERM'],
  parentField: 'parentNode',
  assetField: 'glossaryTerms',
  includesBelow: false,
} as const satisfies BrowseKind;

/** All ways to browse. */
export const KINDS = [
  {
    id: 'domains',
    label: 'Domains',
    about: 'Business areas and what belongs to them',
    types: ['DOMAIN'],
    parentField: 'parentDomain',
    assetField: 'domains',
    includesBelow: true,
  },
  GLOSSARY,
  {
    id: 'containers',
    label: 'Containers',
    about: 'Databases, schemas, folders and projects of the platforms',
    types: ['CONTAINER'],
    parentField: 'container',
    assetField: 'container',
    includesBelow: true,
  },
  {
    id: 'platforms',
    label: 'Platforms',
    about: 'The systems that assets come from',
    types: ['DATA_PLATFORM'],
    parentField: undefined,
    assetField: 'platform',
    includesBelow: false,
  },
  {
    id: 'tags',
    label: 'Tags',
    about: 'Labels on assets and columns',
    types: ['TAG'],
    parentField: undefined,
    assetField: 'tags',
    includesBelow: false,
  },
  {
    id: 'products',
    label: 'Data products',
    about: 'Sets of assets that are offered together',
    types: ['DATA_PRODUCT'],
    parentField: undefined,
    assetField: 'dataProduct',
    includesBelow: false,
  },
] as const satisfies readonly BrowseKind[];

/** Address of a way to browse. */
export function browsePath(id: string): string {
  return `/browse/${id}`;
}
