import * as v from 'valibot';
import { invalidRequest } from '../../../errors.ts';
import { systemOwnershipType } from '../../../model/access/ownership-types.ts';
import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import { list } from '../../../operations/input-types.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { columnUrn } from '../../../operations/lineage/columns.ts';
import { editMetadata } from '../../../operations/plans/edit-metadata.ts';
import { MOST_URNS } from '../../../operations/plans/plan-metadata-edit.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { TEXT, URN, described, oneOf } from '../../../operations/shapes.ts';
import { numeric } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { writtenDescription } from '../entities/columns.ts';
import { ChangeNames, type NamedChange } from '../names/change-names.ts';
import { urnNamed } from '../names/urn-named.ts';
import { maybe, orElse } from '../tools/shapes.ts';
import type { Tool, ToolCall } from '../tools/tool.ts';
import { datahubTool, filled } from './datahub-tool.ts';

const MOST_VALUES = 100;
const AT_ONCE =
  'Writes at once, all or nothing up to 200 assets; the message names the edit that undo takes.';
const ASSETS = { entity_urns: filled('Urns of the assets.', URN, MOST_URNS) };
const PLACES = {
  ...ASSETS,
  column_paths: maybe(
    'For each asset the path of a column, or null for the asset itself.',
    list(v.nullable(TEXT)),
  ),
};
const LABELS = filled('Urns or names.', TEXT, MOST_VALUES);
const VALUES = v.array(v.union([TEXT, v.number()], 'a string or a number'), 'a list');
const BUILT_IN_TYPES = ['TECHNICAL_OWNER', 'BUSINESS_OWNER', 'DATA_STEWARD'];
const TYPE_HELP = `${BUILT_IN_TYPES.join(', ')}, a name or a urn.`;

/** DataHub's tools that write. */
export const WRITERS: readonly Tool[] = [
  tagWriter('add', 'Adds tags to assets or columns.'),
  tagWriter('remove', 'Removes tags from assets or columns.'),
  termWriter('add', 'Adds glossary terms to assets or columns.'),
  termWriter('remove', 'Removes glossary terms from assets or columns.'),
  ownerWriter('add', 'Adds owners to assets.', described(TYPE_HELP, TEXT)),
  ownerWriter(
    'remove',
    'Removes owners from assets, with every ownership type unless one is given.',
    maybe(TYPE_HELP, TEXT),
  ),
  writer({
    name: 'set_domains',
    description: 'Sets the domain of assets.',
    members: { domain_urn: described('Urn or name.', TEXT), ...ASSETS },
    changes: ({ domain_urn: domain }) => [
      { field: 'domain', action: 'set', values: [domain], argument: 'domain_urn' },
    ],
  }),
  writer({
    name: 'remove_domains',
    description: 'Removes the domain of assets.',
    members: ASSETS,
    changes: () => [{ field: 'domain', action: 'clear', values: [], argument: 'entity_urns' }],
  }),
  writer({
    name: 'add_structured_properties',
    description: 'Sets the values of structured properties of assets.',
    members: { property_values: described('Values by property.', v.record(v.string(), VALUES)), ...ASSETS },
    changes: ({ property_values: properties }) =>
      Object.entries(properties).map(([field, values]) => ({
        field,
        action: 'set',
        values,
        argument: `property_values.${field}`,
      })),
  }),
  writer({
    name: 'remove_structured_properties',
    description: 'Removes all values of structured properties from assets.',
    members: { property_urns: LABELS, ...ASSETS },
    changes: ({ property_urns: properties }) =>
      properties.map((field, i) => ({
        field,
        action: 'clear',
        values: [],
        argument: `property_urns[${i}]`,
      })),
  }),
  writer({
    name: 'update_description',
    description: 'Replaces, extends or removes the description of an asset or column.',
    members: {
      entity_urn: described('Urn of the asset.', URN),
      operation: orElse('What is done.', oneOf(['replace', 'append', 'remove']), 'replace'),
      description: maybe('The text; required unless it is removed.', TEXT),
      column_path: maybe('Path of a column.', TEXT),
    },
    changes: async ({ column_path: column, description = '', entity_urn: urn, operation }, call) => {
      const change = { field: 'description', argument: 'description' } as const;
      if (operation === 'remove') return [{ ...change, action: 'clear', values: [] }];
      if (description === '') throw invalidRequest(`To ${operation} needs a description.`, 'description');
      const former = operation === 'append' ? await writtenDescription(urn, column, call) : '';
      return [{ ...change, action: 'set', values: [`${former}${description}`] }];
    },
    echo: ({ column_path = null, entity_urn: urn }) => ({ urn, column_path }),
  }),
];

function tagWriter(action: 'add' | 'remove', description: string): Tool {
  return writer({
    name: `${action}_tags`,
    description,
    members: { tag_urns: LABELS, ...PLACES },
    changes: ({ tag_urns: values }) => [{ field: 'tags', action, values, argument: 'tag_urns' }],
  });
}

function termWriter(action: 'add' | 'remove', description: string): Tool {
  return writer({
    name: `${action}_terms`,
    description,
    members: { term_urns: LABELS, ...PLACES },
    changes: ({ term_urns: values }) => [{ field: 'terms', action, values, argument: 'term_urns' }],
  });
}

function ownerWriter(
  action: 'add' | 'remove',
  description: string,
  type: v.GenericSchema<unknown, string | undefined>,
): Tool {
  return writer({
    name: `${action}_owners`,
    description,
    members: { owner_urns: LABELS, ...ASSETS, ownership_type: type },
    changes: async ({ owner_urns: owners, ownership_type: given }, call) => {
      const values = await typedOwners(owners, given, call);
      return [{ field: 'owners', action, values, argument: 'owner_urns' }];
    },
  });
}

/** A change of all the assets; `argument`: where its values came from. */
interface Change extends NamedChange {
  readonly argument: string;
}

/** What writing tools have in common: the assets or columns that they change. */
interface Places {
  readonly entity_urns?: readonly Urn[];
  readonly entity_urn?: Urn;
  readonly column_paths?: readonly (string | null)[] | undefined;
  readonly column_path?: string | undefined;
}

function writer<const Members extends v.ObjectEntries>({
  changes,
  description,
  echo = () => ({}),
  ...tool
}: Pick<Tool, 'description' | 'name'> & {
  readonly members: Members;
  readonly changes: (
    input: v.InferOutput<v.ObjectSchema<Members, undefined>>,
    call: ToolCall,
  ) => readonly Change[] | Promise<readonly Change[]>;
  /** Further members of the answer. */
  readonly echo?: (input: v.InferOutput<v.ObjectSchema<Members, undefined>>) => JsonObject;
}): Tool {
  return datahubTool({
    ...tool,
    description: `${description} ${AT_ONCE}`,
    operations: [editMetadata, getEntities, searchEntities],
    run: async (input, call) => {
      const urns = placesOf(input);
      return { body: { ...(await write(urns, await changes(input, call), call)), ...echo(input) } };
    },
  });
}

async function write(urns: readonly Urn[], changes: readonly Change[], call: ToolCall): Promise<JsonObject> {
  const names = new ChangeNames(call);
  const resolved = [];
  for (const { argument, ...change } of changes) {
    resolved.push({ ...(await names.resolve(change, argument, argument)), urns: [...urns] });
  }
  const { changed, commit, edit, state } = await call.requester.run(editMetadata, { changes: resolved });
  const done = state === 'done' ? `Changed ${numeric(changed)} of ${urns.length} assets` : 'Changing them';
  const message =
    edit === undefined
      ? 'Nothing to change: they are so already.'
      : `${done} as edit ${numeric(edit)}, which the tool undo at /mcp takes.`;
  return { success: true, message, edit, commit, state };
}

async function typedOwners(
  owners: readonly string[],
  type: string | undefined,
  call: ToolCall,
): Promise<readonly string[]> {
  if (type === undefined) return owners;
  const isBuiltIn = BUILT_IN_TYPES.includes(type.toUpperCase());
  const urn = isBuiltIn
    ? systemOwnershipType(type)
    : await urnNamed(type, ['ownershipType'], 'ownership_type', call);
  return owners.map((owner) => `${owner} as ${urn}`);
}

/** The assets, or their columns. Throws INVALID_REQUEST for another number of columns, and of what has none. */
function placesOf({ column_path, column_paths, entity_urn, entity_urns }: Places): readonly Urn[] {
  const assets = entity_urns ?? (entity_urn === undefined ? [] : [entity_urn]);
  const columns = column_paths ?? (column_path === undefined ? undefined : [column_path]);
  if (columns === undefined) return assets;
  if (columns.length !== assets.length) {
    const sizes = `${columns.length} column_paths for ${assets.length} entity_urns`;
    throw invalidRequest(`There are ${sizes}. Give one for each, or null.`, 'column_paths');
  }
  return assets.map((urn, i) => {
    const path = columns[i] ?? '';
    if (path === '') return urn;
    if (entityTypeOf(urn) === 'dataset') return columnUrn(urn, path);
    throw invalidRequest(`Only datasets have columns, not ${urn}. Give null.`, `column_paths[${i}]`);
  });
}
