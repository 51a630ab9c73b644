import { parseDecimal } from '../../../../../src/util/decimal-number.ts';
import { isObject } from '../../../api/is-object.ts';
import { SETTINGS } from '../definition/settings.ts';
import { propertyUrn, type Aspect } from '../definition/stored-property.ts';
import { isNumberType, VALUE_TYPES } from '../definition/value-types.ts';
import type { NewDefinition } from '../plan/plan.ts';

/** What is wrong with a file, and in which line. */
export interface YamlProblem {
  /** From 1; undefined where it is about the whole file. */
  readonly line: number | undefined;
  readonly message: string;
}

/** The definitions of a file, or what is wrong with it. */
export type YamlResult =
  | { readonly definitions: readonly NewDefinition[] }
  | { readonly problems: readonly YamlProblem[] };

const KEYS: ReadonlySet<string> = new Set([
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
  'settings',
  'display_settings',
  'structured_property_settings',
]);

/**
 * Reads a file for `colophon properties upsert -f`: a list of definitions, one, or several documents of either. What the
 * definitions mean is checked by the server; here only that nothing is misspelt or of another shape.
 */
export async function readYaml(text: string, entityTypes: readonly string[]): Promise<YamlResult> {
  const { LineCounter, isMap, parseAllDocuments, visit } = await import('yaml');
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines });
  const documents = Array.isArray(parsed) ? parsed : [];
  const problems: YamlProblem[] = documents.flatMap(({ errors }) =>
    errors.map(({ linePos, message }) => ({
      line: linePos?.[0].line,
      message: message.split('\n')[0] ?? message,
    })),
  );
  if (problems.length > 0) return { problems };
  const definitions = documents.flatMap((document) => {
    // Numbers stay as they are written: the parser would round their digits.
    visit(document, {
      Scalar: (_, node) => {
        if (typeof node.value === 'number' && node.source !== undefined) node.value = node.source;
      },
    });
    const items =
      isObject(document.contents) && 'items' in document.contents && !isMap(document.contents)
        ? document.contents.items
        : [document.contents];
    return (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
      if (item === null) return [];
      const range = isObject(item) && Array.isArray(item['range']) ? Number(item['range'][0]) : 0;
      const { line } = lines.linePos(range);
      const complain: Complain = (message) => problems.push({ line, message });
      const value: unknown = isMap(item) ? item.toJS(document) : undefined;
      if (isObject(value)) return definitionOf(value, new Names(entityTypes), complain);
      complain("A definition is a mapping of keys such as 'id' and 'type'.");
      return [];
    });
  });
  if (problems.length > 0) return { problems };
  if (definitions.length === 0)
    return { problems: [{ line: undefined, message: 'There are no definitions in this text.' }] };
  return { definitions };
}

type Complain = (message: string) => void;

/** Short names of entity types; they are found without regard to case, as the command line does. */
class Names {
  readonly #urns: ReadonlyMap<string, string>;

  constructor(urns: readonly string[]) {
    this.#urns = new Map(
      urns.map((urn) => [urn.replace('urn:li:entityType:datahub.', '').toLowerCase(), urn]),
    );
  }

  urnOf(name: string): string {
    if (name.startsWith('urn:')) return name;
    const short = name.replace(/^datahub\./, '');
    return this.#urns.get(short.toLowerCase()) ?? `urn:li:entityType:datahub.${short}`;
  }
}

function definitionOf(form: Aspect, names: Names, complain: Complain): readonly NewDefinition[] {
  for (const key of Object.keys(form)) if (!KEYS.has(key)) complain(`There is no key '${key}'.`);
  const id = written(form['id']);
  const urn = written(form['urn']) ?? (id === undefined ? undefined : propertyUrn(id));
  const type = written(form['type']);
  if (urn === undefined) complain("'id' is missing. Give 'id', or 'urn' with 'qualified_name'.");
  if (type === undefined)
    complain("'type' is missing. Use string, rich_text, number, date, urn, or the urn of a data type.");
  if (form['entity_types'] === undefined)
    complain("'entity_types' is missing. List the types that may have the property, such as dataset.");
  if (urn === undefined || type === undefined) return [];
  const qualifiedName = written(form['qualified_name']) ?? urn.replace(/^urn:li:structuredProperty:/, '');
  const valueType = typeUrn(type);
  const allowedValues = listOf(form, 'allowed_values', complain)?.map((item) =>
    allowedValueOf(item, valueType, complain),
  );
  const qualifier = form['type_qualifier'];
  const allowedTypes = isObject(qualifier) ? listOf(qualifier, 'allowed_types', complain) : undefined;
  const [displayName, description, version] = ['display_name', 'description', 'version'].map((key) =>
    written(form[key]),
  );
  const propertyDefinition = {
    qualifiedName,
    valueType,
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    cardinality: (written(form['cardinality']) ?? 'SINGLE').toUpperCase(),
    ...(allowedValues && allowedValues.length > 0 && { allowedValues }),
    entityTypes: (listOf(form, 'entity_types', complain) ?? []).map((name) => names.urnOf(String(name))),
    ...(allowedTypes && {
      typeQualifier: { allowedTypes: allowedTypes.map((name) => names.urnOf(String(name))) },
    }),
    ...platformsOf(form, complain),
    immutable: flagOf(form, 'immutable', complain),
    ...(version !== undefined && { version }),
  };
  const settings = settingsOf(form, complain);
  return [{ urn, propertyDefinition, ...(settings && { structuredPropertySettings: settings }) }];
}

function typeUrn(type: string): string {
  if (type.startsWith('urn:')) return type;
  const name = type.toLowerCase().replace(/^datahub\./, '');
  return VALUE_TYPES.find((known) => known.name === name)?.urn ?? `urn:li:dataType:datahub.${name}`;
}

function platformsOf(form: Aspect, complain: Complain): { readonly allowedPlatforms?: readonly string[] } {
  const platforms = listOf(form, 'allowed_platforms', complain);
  if (platforms === undefined) return {};
  return {
    allowedPlatforms: platforms
      .map(String)
      .map((name) => (name.startsWith('urn:') ? name : `urn:li:dataPlatform:${name}`)),
  };
}

function allowedValueOf(item: unknown, valueType: string, complain: Complain): Aspect {
  const value = isObject(item) ? item['value'] : undefined;
  if (!isObject(item) || (typeof value !== 'string' && typeof value !== 'number')) {
    complain("Write an allowed value as '- value: ...', optionally with a 'description'.");
    return {};
  }
  const extra = Object.keys(item).find((key) => key !== 'value' && key !== 'description');
  if (extra !== undefined) complain(`An allowed value has no key '${extra}'.`);
  const number = isNumberType(valueType) ? parseDecimal(String(value)) : undefined;
  const description = written(item['description']);
  return {
    value: number === undefined ? { string: String(value) } : { double: number },
    ...(description !== undefined && { description }),
  };
}

function settingsOf(form: Aspect, complain: Complain): Aspect | undefined {
  const given = ['settings', 'display_settings', 'structured_property_settings'].filter(
    (key) => form[key] !== undefined,
  );
  if (given.length > 1)
    complain(`${given.map((key) => `'${key}'`).join(' and ')} are the same key; keep one.`);
  const settings = form[given[0] ?? ''];
  if (settings === undefined) return undefined;
  if (!isObject(settings)) {
    complain("'settings' must be a mapping.");
    return undefined;
  }
  const unknown = Object.keys(settings).find((key) => !SETTINGS.some((setting) => setting.key === key));
  if (unknown !== undefined) complain(`There is no setting '${unknown}'.`);
  return Object.fromEntries(SETTINGS.map(({ name, key }) => [name, flagOf(settings, key, complain)]));
}

function listOf(form: Aspect, key: string, complain: Complain): readonly unknown[] | undefined {
  const member = form[key];
  if (member === undefined || member === null) return undefined;
  if (Array.isArray(member)) return member.map((item: unknown) => item);
  complain(`'${key}' must be a list.`);
  return undefined;
}

function flagOf(form: Aspect, key: string, complain: Complain): boolean {
  const member = form[key];
  if (member !== undefined && typeof member !== 'boolean') complain(`'${key}' must be true or false.`);
  return member === true;
}

/** A text, also where YAML reads it as a number: versions are digits. */
function written(member: unknown): string | undefined {
  return typeof member === 'string' || typeof member === 'number' ? String(member) : undefined;
}
