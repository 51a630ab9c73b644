import {
  DEFINITION_PARTS,
  type DefinitionPart,
  type DefinitionParts,
} from '../../../model/properties/definition-parts.ts';
import { DISPLAY_KEYS } from '../../../model/properties/property-display.ts';
import { RULE_KEYS } from '../../../model/properties/rules-form.ts';
import { SETTING_KEYS } from '../../../model/properties/property-settings.ts';
import type { ValueType } from '../../../model/structured-property.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Complain, FieldReader } from '../../../util/yaml-fields.ts';
import { readDisplay } from './read-display.ts';
import { readRules } from './read-rules.ts';
import { KEYS_OF_SETTINGS, readSettings } from './read-settings.ts';

/** How a part of a definition is written in files. */
interface PartOfFiles {
  /** Its key in a definition, with alternatives. */
  readonly keys: readonly string[];
  /** Members of the aspect, by their keys in the part. */
  readonly members: Readonly<Record<string, string>>;
  /** Reads the aspect; undefined if the definition does not have the part. */
  readonly read: (
    fields: FieldReader,
    complain: Complain,
    valueType: ValueType | undefined,
  ) => JsonObject | undefined;
}

/** The parts of definitions in files. */
export const PARTS_OF_FILES: Readonly<Record<DefinitionPart, PartOfFiles>> = {
  structuredPropertySettings: { keys: KEYS_OF_SETTINGS, members: SETTING_KEYS, read: readSettings },
  structuredPropertyDisplay: { keys: ['display'], members: DISPLAY_KEYS, read: readDisplay },
  structuredPropertyRules: { keys: ['rules'], members: RULE_KEYS, read: readRules },
};

/** Reads the parts that the definition has. */
export function readParts(
  fields: FieldReader,
  complain: Complain,
  valueType: ValueType | undefined,
): DefinitionParts {
  const found = DEFINITION_PARTS.flatMap((part) => {
    const value = PARTS_OF_FILES[part].read(fields, complain, valueType);
    return value === undefined ? [] : [[part, value] as const];
  });
  return Object.fromEntries(found);
}
