import { because } from '../../../refusals.ts';
import { SETTING_KEYS } from '../../../model/properties/property-settings.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Complain, FieldReader } from '../../../util/yaml-fields.ts';

/** Alternative keys of the display settings; the last is the name in DataHub's CLI. */
export const KEYS_OF_SETTINGS = ['settings', 'display_settings', 'structured_property_settings'];

/** Display settings in the form of the aspect, false where absent; undefined if the definition has none. */
export function readSettings(fields: FieldReader, complain: Complain): JsonObject | undefined {
  const [given, second] = KEYS_OF_SETTINGS.filter((key) => fields.node(key) !== undefined);
  if (given === undefined) return undefined;
  if (second !== undefined) {
    const refusal = because('INPUT_EXCLUDES', { names: [given, second] });
    complain(fields.lineOf(second), `'${given}' and '${second}' are the same key; keep one.`, refusal);
  }
  const settings = fields.mapping(given);
  settings?.refuseUnknown(Object.keys(SETTING_KEYS));
  return Object.fromEntries(
    Object.entries(SETTING_KEYS).map(([key, member]) => [member, settings?.flag(key) ?? false]),
  );
}
