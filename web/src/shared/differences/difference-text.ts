import { capitalized } from '../../api/names/capitalized.ts';
import { isObject } from '../../api/is-object.ts';
import { splitWords } from '../../api/names/split-words.ts';
import { dateText, momentText } from '../../components/text/date-text.ts';
import { wordOfAspect } from '../words/aspect-words.ts';
import { DERIVED, LISTED, identityOf, propertyOf, type Difference } from './differences.ts';

/** Members of a union in stored JSON, such as `{"double": 730}`. */
const UNION_MEMBERS: ReadonlySet<string> = new Set([
  'string',
  'double',
  'int',
  'long',
  'float',
  'boolean',
  'array',
]);

/** Maximum list elements shown. */
const MAX_ELEMENTS = 8;

/** Returns the display name of an entity by urn. */
export type Naming = (urn: string) => string;

/** Label of an aspect: 'Description' for `editableDatasetProperties`. */
export function aspectLabel(aspect: string): string {
  return capitalized(wordOfAspect(aspect));
}

/** Label of a difference: the property's name, or the aspect and the path within it. */
export function differenceLabel(difference: Difference, naming: Naming): string {
  const property = propertyOf(difference);
  if (property !== undefined) {
    const rest = difference.path.slice(2).filter((name) => name !== 'values');
    return [naming(property), ...rest].join(' › ');
  }
  const { aspect, before, after } = difference;
  const path = difference.path[0] === LISTED[aspect] ? difference.path.slice(1) : difference.path;
  // An added or removed element is named by its value.
  const isNamed =
    path.length > 0 &&
    path.at(-1) === identityOf(before ?? after) &&
    (before === undefined || after === undefined);
  // The first step is a member of the aspect; later ones can be names that people gave.
  const steps = (isNamed ? path.slice(0, -1) : path).map((step, index) => {
    if (step.startsWith('urn:li:')) return naming(step);
    return index === 0 ? splitWords(step) : step;
  });
  const label = aspectLabel(aspect);
  return [label, ...(capitalized(steps[0] ?? '') === label ? steps.slice(1) : steps)].join(' › ');
}

/** Both sides as text; undefined for an absent side. */
export function differenceSides(
  difference: Difference,
  naming: Naming,
): { readonly before: string | undefined; readonly after: string | undefined } {
  const isProperty = propertyOf(difference) !== undefined;
  const side = (value: unknown): string | undefined => {
    if (value === undefined || value === null) return undefined;
    if (!isProperty) return valueText(difference.path.length === 0 ? onlyMember(value) : value, naming);
    return valueText(
      isObject(value) && 'values' in value ? withDates(value['values']) : withDates(value),
      naming,
    );
  };
  return { before: side(difference.before), after: side(difference.after) };
}

/** The only member of an aspect that says something, unless it is a flag, which needs its name; else the whole value. */
function onlyMember(aspect: unknown): unknown {
  if (!isObject(aspect)) return aspect;
  const members = Object.entries(aspect).filter(([name, value]) => !DERIVED.has(name) && !isNothing(value));
  const [member] = members;
  return members.length === 1 && typeof member?.[1] !== 'boolean' ? member?.[1] : aspect;
}

/** Values of a property, with dates as pages show them: `2026-05-27` is `27 May 2026`. */
function withDates(values: unknown): unknown {
  if (Array.isArray(values)) return values.map(withDates);
  const text = isObject(values) ? values['string'] : undefined;
  const [, year, month, day] = (typeof text === 'string' && /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)) || [];
  return day === undefined ? values : dateText(Number(year), Number(month) - 1, Number(day));
}

/** A stored value as text: entities by name, lists with commas, unions without their type. */
export function valueText(value: unknown, naming: Naming): string {
  if (typeof value === 'string')
    return value.startsWith('urn:li:') ? naming(value) : value === '' ? '(empty)' : value;
  if (typeof value === 'number')
    return value.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false });
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return listText(value, naming);
  if (!isObject(value)) return 'nothing';
  const [first, ...others] = Object.entries(value);
  if (first && others.length === 0 && UNION_MEMBERS.has(first[0])) return valueText(first[1], naming);
  const allowed = allowedValueText(value, naming);
  if (allowed !== undefined) return allowed;
  const identity = identityOf(value);
  if (identity !== undefined && (others.length < 3 || identity.startsWith('urn:li:')))
    return valueText(identity, naming);
  const members = Object.entries(value)
    .filter(([name, member]) => !DERIVED.has(name) && !isNothing(member))
    .map(([name, member]) => `${capitalized(splitWords(name))}: ${memberText(name, member, naming)}`);
  return members.length === 0 ? '(none)' : members.join('; ');
}

/** An allowed value of a property as a person writes it, `Public (for everyone)`; undefined for anything else. */
function allowedValueText(
  { value, description }: Record<string, unknown>,
  naming: Naming,
): string | undefined {
  const members = isObject(value) ? Object.entries(value) : [];
  const [member] = members;
  if (member === undefined || members.length > 1 || !UNION_MEMBERS.has(member[0])) return undefined;
  const text = valueText(member[1], naming);
  return typeof description === 'string' && description !== '' ? `${text} (${description})` : text;
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Names of members whose numbers are epoch ms. */
const TIMES = /(?:^time|Time|Millis|At)$/;

function memberText(name: string, value: unknown, naming: Naming): string {
  if (typeof value === 'number' && TIMES.test(name)) return momentText(value);
  return valueText(value, naming);
}

function listText(list: readonly unknown[], naming: Naming): string {
  if (list.length === 0) return '(none)';
  const shown = list.slice(0, MAX_ELEMENTS).map((element) => {
    // In long lists of described elements, such as columns, names are enough.
    const identity = list.length > 1 ? identityOf(element) : undefined;
    return valueText(identity ?? element, naming);
  });
  const more = list.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more.toLocaleString('en')} more` : shown.join(', ');
}

/** The urns in differences, to load their names. */
export function urnsIn(differences: readonly Difference[]): readonly string[] {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      if (/^urn:li:[A-Za-z]+:./.test(value)) found.add(value);
    } else if (Array.isArray(value)) {
      for (const element of (value as readonly unknown[]).slice(0, MAX_ELEMENTS)) collect(element);
    } else if (isObject(value)) {
      for (const member of Object.values(value)) collect(member);
    }
  };
  for (const { path, before, after } of differences) collect([...path, before, after]);
  return [...found].slice(0, 300);
}
