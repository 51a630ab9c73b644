import type { AssetEdit, FieldEdit } from '../../../model/bulk-edit.ts';
import type { JsonObject } from '../../../util/json.ts';
import { objects } from '../../../util/json/json-members.ts';
import type { PlannedAsset } from '../../bulk-edits/planned-edit.ts';
import type { ReadChanges } from './read-plan-changes.ts';

/** What a plan of changes keeps: the changes, and what was read of each asset that they would change. */
export interface EditContent extends JsonObject {
  readonly changes: readonly (FieldEdit & JsonObject)[];
  readonly assets: readonly (PlannedAsset & { readonly of: readonly number[] })[];
}

/** The content of a plan, from its dry run; undefined if it changes nothing. */
export function contentOf({ assets, edits }: ReadChanges, report: JsonObject): EditContent | undefined {
  const planned = plannedIn(report);
  if (planned.length === 0) return undefined;
  return {
    changes: edits.map((edit) => ({ ...edit })),
    assets: planned.map(({ read, urn }) => ({ urn, read, of: [...(assets.get(urn) ?? [])] })),
  };
}

/** What a dry run read of the assets that it would change. */
export function plannedIn(report: JsonObject): readonly PlannedAsset[] {
  // Only `Outcome` writes this member.
  return objects(report['plan']) as readonly PlannedAsset[];
}

/** The edits of a plan, each of which is refused if its field has changed since. */
export function editsIn(content: JsonObject): readonly AssetEdit[] {
  // Only `contentOf` writes it.
  const { assets, changes } = content as EditContent;
  return assets.map(({ of, read, urn }) => ({
    urn,
    edits: of.flatMap((i) => {
      const edit = changes[i];
      const digest = edit && read[edit.field];
      return edit === undefined || digest === undefined ? [] : [{ ...edit, read: digest }];
    }),
  }));
}
