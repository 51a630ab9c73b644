import { because } from '../../../refusals.ts';
import { VALUE_TYPES, valueTypeOf } from '../../../model/structured-property.ts';
import { isUrn, urnKey } from '../../../model/urn.ts';
import { closestName } from '../../../util/closest-name.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { YamlEntry, YamlMapping } from '../../../util/yaml-tree.ts';
import { identityText, readUrn } from './definition-urn.ts';
import { readAllowedValues } from './allowed-values.ts';
import type { DefinitionProposal } from './definition-proposal.ts';
import type { DefinitionProblems } from './definition-problems.ts';
import { entityTypeUrn } from './entity-type-urns.ts';
import { FieldReader, type Complain, type Hint } from '../../../util/yaml-fields.ts';
import { readWordSearch } from './read-word-search.ts';
import { PARTS_OF_FILES, readParts } from './read-parts.ts';

const KEYS = [
  'id',
  'urn',
  'qualified_name',
  'type',
  'display_name',
  'description',
  'cardinality',
  'allowed_values',
  'entity_types',
  'type_qualifier',
  'allowed_platforms',
  'immutable',
  'version',
  'search',
  ...Object.values(PARTS_OF_FILES).flatMap(({ keys }) => keys),
];

const HINTS: Readonly<Record<string, Hint>> = {
  value_entity_types: {
    remedy: "Write 'type_qualifier: {allowed_types: [...]}'.",
    meant: 'type_qualifier',
  },
  removed: {
    remedy: "The property is soft-deleted; restore it with 'colophon restore --urn URN' and remove this key.",
  },
  name: { remedy: "Write 'qualified_name' or 'display_name'.", meant: 'qualified_name' },
};

const DATA_TYPE_PREFIX = 'urn:li:dataType:';
const PLATFORM_PREFIX = 'urn:li:dataPlatform:';

/** Reads one definition. If it is invalid, adds the reasons to `problems` and returns undefined. */
export function readDefinition(
  mapping: YamlMapping,
  index: number,
  problems: DefinitionProblems,
): DefinitionProposal | undefined {
  const identity = identityText(mapping);
  const before = problems.count;
  const complain: Complain = (line, problem, refusal) =>
    problems.add(index, identity, line, problem, refusal);
  const fields = new FieldReader(mapping, complain);
  fields.refuseUnknown(KEYS, HINTS);
  const urn = readUrn(fields, complain);
  const valueTypeUrn = readType(fields, complain);
  const valueType = valueTypeOf(valueTypeUrn);
  const parts = readParts(fields, complain, valueType);
  const definition = {
    ...optional('displayName', fields.text('display_name')),
    ...optional('description', fields.text('description')),
    ...optional('cardinality', readCardinality(fields, complain)),
    ...optional('allowedValues', readAllowedValues(fields.node('allowed_values'), valueType, complain)),
    entityTypes: readEntityTypes(fields, complain),
    ...optional('typeQualifier', readTypeQualifier(fields, complain)),
    ...optional('allowedPlatforms', readPlatforms(fields, complain)),
    immutable: fields.flag('immutable') ?? false,
    ...optional('version', fields.text('version')),
    ...optional('searchConfiguration', readWordSearch(fields, complain)),
  };
  if (urn === undefined || problems.count > before) return undefined;
  const qualifiedName = fields.text('qualified_name') ?? urnKey(urn);
  return {
    index,
    line: mapping.line,
    lineOf: (field) => lineOfField(mapping, field),
    urn,
    definition: { qualifiedName, valueType: valueTypeUrn, ...definition },
    parts,
  };
}

/** Keys of files by the fields of the aspects. */
const KEY_OF: Readonly<Record<string, string>> = {
  qualifiedName: 'qualified_name',
  valueType: 'type',
  displayName: 'display_name',
  description: 'description',
  cardinality: 'cardinality',
  allowedValues: 'allowed_values',
  entityTypes: 'entity_types',
  typeQualifier: 'type_qualifier',
  allowedPlatforms: 'allowed_platforms',
  immutable: 'immutable',
  version: 'version',
  searchConfiguration: 'search',
};

function lineOfField(mapping: YamlMapping, field: string): number {
  const [, member = '', position] = /^(\w+)(?:\[(\d+)\])?/.exec(field) ?? [];
  const entry = entryOf(mapping, member);
  const item = entry?.node.kind === 'list' ? entry.node.items[Number(position)] : undefined;
  return (item ?? entry ?? mapping).line;
}

/** The entry of a member of `propertyDefinition` or of a part; the part, if only that is in the file. */
function entryOf(mapping: YamlMapping, member: string): YamlEntry | undefined {
  for (const { keys, members } of Object.values(PARTS_OF_FILES)) {
    const [key] = Object.entries(members).find(([, name]) => name === member) ?? [];
    if (key === undefined) continue;
    const part = keys.map((name) => mapping.entries.get(name)).find((one) => one !== undefined);
    return (part?.node.kind === 'mapping' ? part.node.entries.get(key) : undefined) ?? part;
  }
  return mapping.entries.get(KEY_OF[member] ?? '');
}

function optional<Value>(name: string, value: Value | undefined): Record<string, Value> {
  return value === undefined ? {} : { [name]: value };
}

function readType(fields: FieldReader, complain: Complain): string {
  const text = fields.text('type');
  const line = fields.lineOf('type');
  if (text === undefined) {
    const problem = `'type' is missing. Use ${VALUE_TYPES.join(', ')}, or the urn of a data type.`;
    complain(line, problem, because('INPUT_MISSING', { name: 'type' }));
    return '';
  }
  const notAType = because('INPUT_CHOICE', { name: 'type', value: text, allowed: VALUE_TYPES });
  if (text.startsWith('urn:')) {
    if (!isUrn(text) || !text.startsWith(DATA_TYPE_PREFIX)) {
      const problem = `'${text}' is not a urn of a data type, such as ${DATA_TYPE_PREFIX}datahub.number.`;
      complain(line, problem, notAType);
    }
    return text;
  }
  const known = VALUE_TYPES.find((valueType) => valueType === text.toLowerCase().replace(/^datahub\./, ''));
  if (known !== undefined) return `${DATA_TYPE_PREFIX}datahub.${known}`;
  const meant = closestName(text, VALUE_TYPES);
  const remedy = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  complain(line, `there is no type '${text}'.${remedy} Types are ${VALUE_TYPES.join(', ')}.`, notAType);
  return '';
}

function readCardinality(fields: FieldReader, complain: Complain): string {
  const text = fields.text('cardinality') ?? 'SINGLE';
  const cardinality = text.toUpperCase();
  if (cardinality !== 'SINGLE' && cardinality !== 'MULTIPLE') {
    const allowed = ['SINGLE', 'MULTIPLE'];
    complain(
      fields.lineOf('cardinality'),
      `'cardinality' must be SINGLE or MULTIPLE, but it is '${text}'.`,
      because('INPUT_CHOICE', { name: 'cardinality', value: text, allowed }),
    );
  }
  return cardinality;
}

function readEntityTypes(fields: FieldReader, complain: Complain): readonly string[] {
  const names = fields.texts('entity_types');
  if (names === undefined) {
    complain(
      fields.lineOf('entity_types'),
      "'entity_types' is missing. List the types that may have the property, such as dataset.",
      because('INPUT_MISSING', { name: 'entity_types' }),
    );
  }
  return toEntityTypeUrns(names ?? [], complain);
}

function toEntityTypeUrns(
  names: readonly { readonly text: string; readonly line: number }[],
  complain: Complain,
): readonly string[] {
  const urns = names.flatMap(({ text, line }) => {
    const result = entityTypeUrn(text);
    if ('urn' in result) return result.urn;
    complain(line, result.problem, result.refusal);
    return [];
  });
  return [...new Set(urns)];
}

function readTypeQualifier(fields: FieldReader, complain: Complain): JsonObject | undefined {
  const qualifier = fields.mapping('type_qualifier');
  if (qualifier === undefined) return undefined;
  qualifier.refuseUnknown(['allowed_types']);
  const names = qualifier.texts('allowed_types');
  return names === undefined ? undefined : { allowedTypes: toEntityTypeUrns(names, complain) };
}

function readPlatforms(fields: FieldReader, complain: Complain): readonly string[] | undefined {
  return fields.texts('allowed_platforms')?.map(({ text, line }) => {
    const urn = text.startsWith('urn:') ? text : `${PLATFORM_PREFIX}${text}`;
    if (!isUrn(urn) || !urn.startsWith(PLATFORM_PREFIX)) {
      const refusal = because('INPUT_FORMAT', { name: 'allowed_platforms', value: text });
      complain(line, `'${text}' is not a data platform. Use a name such as snowflake.`, refusal);
    }
    return urn;
  });
}
