import type { JsonObject } from '../../util/json.ts';
import type { Complain, FieldReader } from './field-reader.ts';

/** Alternative keys of the display settings; the last is the name in DataHub's CLI. */
export const SETTINGS_KEYS = ['settings', 'display_settings', 'structured_property_settings'];

/** Setting names in files, mapped to those in the aspect. */
export const SETTINGS: Readonly<Record<string, string>> = {
  is_hidden: 'isHidden',
  show_in_search_filters: 'showInSearchFilters',
  show_in_asset_summary: 'showInAssetSummary',
  hide_in_asset_summary_when_empty: 'hideInAssetSummaryWhenEmpty',
  show_as_asset_badge: 'showAsAssetBadge',
  show_in_columns_table: 'showInColumnsTable',
};

/** Display settings in the form of the aspect, false where absent; undefined if the definition has none. */
export function readSettings(fields: FieldReader, complain: Complain): JsonObject | undefined {
  const [given, second] = SETTINGS_KEYS.filter((key) => fields.node(key) !== undefined);
  if (given === undefined) return undefined;
  if (second !== undefined)
    complain(fields.lineOf(second), `'${given}' and '${second}' are the same key; keep one.`);
  const settings = fields.mapping(given);
  settings?.refuseUnknown(Object.keys(SETTINGS));
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([key, member]) => [member, settings?.flag(key) ?? false]),
  );
}
