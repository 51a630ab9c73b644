import { flag, oneOf } from './option-types.ts';
import { option, type OptionGroup } from './option.ts';

/** Options where versions of DataHub differ. */
export const COMPATIBILITY_OPTIONS = {
  upsertStructuredProperties: option(
    oneOf('replace', 'merge'),
    'replace',
    'Whether the GraphQL mutation replaces all structured properties of an asset, or keeps those it does not name, as newer DataHub does.',
  ),
  hardDeleteRequiresSoftDelete: option(
    flag,
    false,
    'Refuse to hard-delete a structured property that is not soft-deleted, as newer DataHub does.',
  ),
  enforceEntityTypes: option(
    flag,
    true,
    'Allow a structured property only on the entity types of its definition; DataHub does not check this.',
  ),
  hiddenParents: option(
    oneOf('omit', 'urn'),
    'omit',
    'How GraphQL returns containers and other parents that the caller may not view: omitted, or with their urn and nothing else, as newer DataHub does.',
  ),
} satisfies OptionGroup;
