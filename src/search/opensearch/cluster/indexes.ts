import { isJsonObject } from '../../../util/json.ts';
import type { Connection } from './connection.ts';
import type { IndexGenerationState } from './generation-state.ts';
import type { IndexNames, LayoutInUse } from './names.ts';

/** An action of `_aliases` that adds an alias. */
type AliasAddition = { readonly add: { readonly index: string; readonly alias: string } };

/** Actions that add the aliases of a generation, for the indexes of all its types. */
export function aliasesOf(
  names: IndexNames,
  state: Pick<IndexGenerationState, 'layout' | 'number' | 'types'>,
): AliasAddition[] {
  return [...state.types.keys()].flatMap((type) => aliasesOfType(names, state, type));
}

/** Actions that add the aliases of a generation, for the index of one type. */
export function aliasesOfType(names: IndexNames, layout: LayoutInUse, entityType: string): AliasAddition[] {
  const index = names.documents(layout.number, entityType);
  const aliases = [names.documentsInUse(layout, entityType), names.allInUse(layout)];
  return aliases.map((alias) => ({ add: { index, alias } }));
}

/** All aliases of the catalog, with the indexes that have them. */
export async function heldAliases({
  connection,
  names,
}: {
  readonly connection: Connection;
  readonly names: IndexNames;
}): Promise<{ readonly index: string; readonly alias: string }[]> {
  const held = await connection.askIfThere({ method: 'GET', path: `/_alias/${names.everything}` });
  return Object.entries(held ?? {}).flatMap(([index, holder]) =>
    Object.keys(isJsonObject(holder) && isJsonObject(holder['aliases']) ? holder['aliases'] : {}).map(
      (alias) => ({ index, alias }),
    ),
  );
}

/** UUIDs of the indexes that match `names`, by name. */
export async function indexIds(connection: Connection, names: string): Promise<ReadonlyMap<string, string>> {
  const answer = await connection.askIfThere({
    method: 'GET',
    path: `/${names}/_settings/index.uuid`,
  });
  const ids = Object.entries(answer ?? {}).flatMap(([index, value]) => {
    const settings = isJsonObject(value) && isJsonObject(value['settings']) ? value['settings'] : {};
    const id = isJsonObject(settings['index']) ? settings['index']['uuid'] : undefined;
    return typeof id === 'string' ? [[index, id] as const] : [];
  });
  return new Map(ids);
}
