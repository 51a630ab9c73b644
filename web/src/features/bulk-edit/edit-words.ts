import { useCallback } from 'react';
import { shorten, withVisibleDirections } from '../../../../src/util/printable.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { counted } from '../../components/counted.ts';
import type { EditReport, RequestedChange } from '../../shared/edits/edit-report.ts';
import { valueText } from '../../shared/values/value-text.ts';
import { shortName } from '../../urls/urn.ts';
import { deprecationText } from '../../shared/edits/deprecation-parts.ts';
import { useEditFields, type EditField } from './edit-fields.ts';

/** Words for what a report has as names of fields and urns. */
export interface EditWords {
  /** The field of a report; undefined if it is unknown, or the fields are not loaded. */
  readonly fieldOf: (field: string) => EditField | undefined;
  readonly fieldName: (field: string) => string;
  readonly entityName: (urn: string) => string;
  /** The values of a field; '' for none. */
  readonly valuesText: (field: string, values: readonly string[]) => string;
  /** A requested change: `Set Team to Sales`. */
  readonly changeText: (change: RequestedChange) => string;
  /** The requested edit: `Set Team to Sales`. */
  readonly aboutText: (report: EditReport) => string;
}

/** Names asked of the server at once. */
const MOST_NAMES = 500;
/** Changes and values named in a sentence. */
const NAMED = 3;
const PROPERTY = 'urn:li:structuredProperty:';
/** Separates the urn of an owner from that of the ownership type. */
const AS = ' as ';
/** Begins the urn of a replacement. */
const REPLACEMENT = /^replacement=/;
/** Characters of a text in a sentence. */
const LONGEST = 60;

/** Loads the names that these reports and changes need. */
export function useEditWords(
  reports: readonly EditReport[],
  requested: readonly RequestedChange[] = [],
): EditWords {
  const { fields } = useEditFields();
  const nameOf = useEntityNames(urnsIn(reports, requested).slice(0, MOST_NAMES));
  const fieldOf = useCallback(
    (field: string) => fields.find(({ help, id }) => id === field || (help !== undefined && help === field)),
    [fields],
  );
  const fieldName = (field: string): string =>
    fieldOf(field)?.name ?? (field.startsWith(PROPERTY) ? shortName(field) : field);
  const valueName = (field: string, value: string): string => {
    if (field === 'description') return withVisibleDirections(value);
    const [owner = value, type] = value.split(AS);
    if (owner.startsWith('urn:li:')) {
      const kind = type === undefined || type.endsWith('__none') ? '' : ` (${nameOf(type)})`;
      return nameOf(owner) + kind;
    }
    const valueType = fieldOf(field)?.valueType;
    return valueType === undefined
      ? value
      : valueText(valueType, valueType === 'number' ? Number(value) : value);
  };
  const valuesText = (field: string, values: readonly string[]): string =>
    field === 'deprecation'
      ? deprecationText(values, nameOf)
      : values.map((value) => valueName(field, value)).join(', ');
  const changeText = ({ action, field, values }: RequestedChange): string => {
    const name = fieldName(field);
    if (field === 'description' || field === 'deprecation')
      return textChange(field, action, shortOf(valuesText(field, values)));
    const words = values.map((value) => valueName(field, value));
    switch (action) {
      case 'set':
        return `Set ${name} to ${named(words)}`;
      case 'add':
        return `Add ${named(words)} to ${name}`;
      case 'remove':
        return `Remove ${named(words)} from ${name}`;
      case 'replace':
        return `Replace ${named(words.slice(0, -1))} by ${words.at(-1) ?? ''} in ${name}`;
      default:
        return `Clear ${name}`;
    }
  };
  const aboutText = ({ about, id }: EditReport): string => {
    switch (about.kind) {
      case 'undo':
        return `Undo of edit ${String(about.edit)}`;
      case 'run':
        return `Undo of run ${about.run}`;
      case 'values':
        return `Values of ${fieldName(about.property)} set again`;
      case 'file':
        return `Table of ${counted(about.rows, 'row')}: ${named(about.fields.map(fieldName))}`;
      case 'changes':
        return about.changes.length === 0 ? `Edit ${String(id)}` : about.changes.map(changeText).join('; ');
    }
  };
  return { fieldOf, fieldName, entityName: nameOf, valuesText, changeText, aboutText };
}

/** A change of the description or the deprecation in words. */
function textChange(field: 'description' | 'deprecation', action: string, words: string): string {
  if (field === 'deprecation') {
    if (action === 'clear') return 'End the deprecation';
    return `${action === 'add' ? 'Deprecate what is not deprecated' : 'Deprecate'}: ${words}`;
  }
  if (action === 'clear') return 'Clear the description';
  return `Set the description${action === 'add' ? ' where it is empty' : ''} to “${words}”`;
}

function shortOf(text: string): string {
  return shorten(text.replaceAll(/\s+/g, ' ').trim(), LONGEST);
}

function urnsIn(reports: readonly EditReport[], requested: readonly RequestedChange[]): readonly string[] {
  const ofReports = reports.flatMap(({ about, changes, failures }) => [
    ...(about.kind === 'changes' ? about.changes.flatMap(({ values }) => values) : []),
    ...failures.map(({ urn }) => urn),
    ...changes.flatMap(({ cells, urn }) => [
      urn,
      ...cells.flatMap(({ after, before }) => [...before, ...after]),
    ]),
  ]);
  const texts = [...requested.flatMap(({ values }) => values), ...ofReports];
  const parts = texts.flatMap((text) => text.split(AS)).map((text) => text.replace(REPLACEMENT, ''));
  return [...new Set(parts)].filter((text) => text.startsWith('urn:li:'));
}

function named(words: readonly string[]): string {
  const rest = words.length - NAMED;
  if (rest <= 1) return new Intl.ListFormat('en').format(words);
  return `${words.slice(0, NAMED).join(', ')} and ${rest.toLocaleString('en')} more`;
}
