import type { JsonObject } from '../../util/json.ts';
import type { Complain, FieldReader } from './field-reader.ts';

/** Names under which the display settings may stand; the last is what DataHub's tool calls them. */
export const SETTINGS_KEYS = ['settings', 'display_settings', 'structured_property_settings'];

/** Names of the settings in files and in the aspect. */
export const SETTINGS: Readonly<Record<string, string>> = {
  is_hidden: 'isHidden',
  show_in_search_filters: 'showInSearchFilters',
  show_in_asset_summary: 'showInAssetSummary',
  hide_in_asset_summary_when_empty: 'hideInAssetSummaryWhenEmpty',
  show_as_asset_badge: 'showAsAssetBadge',
  show_in_columns_table: 'showInColumnsTable',
};

/** Reads the display settings into the form of the aspect; undefined when none are given. */
export function readSettings(fields: FieldReader, complain: Complain): JsonObject | undefined {
  const [given, second] = SETTINGS_KEYS.filter((key) => fields.node(key) !== undefined);
  if (given === undefined) return undefined;
  if (second !== undefined)
    complain(fields.lineOf(second), `'${given}' and '${second}' mean the same; keep one.`);
  const settings = fields.mapping(given);
  settings?.refuseUnknown(Object.keys(SETTINGS));
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([key, member]) => [member, settings?.flag(key) ?? false]),
  );
}
