import { counted } from '../../../components/counted.ts';
import { allowedValuesOf, draftOf, type Draft } from '../definition/draft.ts';
import type { Aspect } from '../definition/stored-property.ts';
import { entityTypeNoun, isNumberType, isUrnType, valueTypeLabel } from '../definition/value-types.ts';
import type { Counts } from './plan.ts';

/** Why stored values can become invalid. */
export interface Loss {
  /** `You remove Restricted (24 assets).` */
  readonly text: string;
  /** Allowed values that are removed, as texts; empty for other losses. */
  readonly removedValues: readonly string[];
}

const AND = new Intl.ListFormat('en');

/** Maximum values named in a sentence. */
const NAMED = 3;

/** What a breaking change takes away, in the order of the form; `byValue`: assets by stored value, as in a plan. */
export function lossesBetween(before: Aspect, after: Aspect, byValue: Counts): readonly Loss[] {
  const old = draftOf({ urn: '', definition: before, settings: undefined });
  const next = draftOf({ urn: '', definition: after, settings: undefined });
  const removed = removedValues(before, after);
  const texts = [
    old.valueType !== next.valueType &&
      `You change the value type from ${valueTypeLabel(old.valueType)} to ${valueTypeLabel(next.valueType)}.`,
    old.isMultiple && !next.isMultiple && 'You allow one value per asset instead of several.',
    old.allowedValues.length === 0 &&
      next.allowedValues.length > 0 &&
      `You allow only ${named(next.allowedValues.map(({ value }) => value))}.`,
    narrowed(old.entityTypes, next.entityTypes, 'You no longer allow it on'),
    isUrnType(next.valueType) && narrowedReferences(old.allowedTypes, next.allowedTypes),
  ];
  const others = texts.flatMap((text) => (typeof text === 'string' ? [{ text, removedValues: [] }] : []));
  if (removed.length === 0) return others;
  const counts = new Map(byValue.map(({ value, count }) => [value, count]));
  const words = removed.map((value) => {
    const count = counts.get(value) ?? counts.get(storedText(value, old));
    return count === undefined ? value : `${value} (${counted(count, 'asset')})`;
  });
  return [{ text: `You remove ${named(words)}.`, removedValues: removed }, ...others];
}

function removedValues(before: Aspect, after: Aspect): readonly string[] {
  const kept = new Set(allowedValuesOf(after).map(({ value }) => value));
  if (kept.size === 0) return [];
  return allowedValuesOf(before).flatMap(({ value }) => (kept.has(value) ? [] : [value]));
}

/** A number as the plan has it: `30.0`. */
function storedText(value: string, { valueType }: Draft): string {
  return isNumberType(valueType) && /^-?\d+$/.test(value) ? `${value}.0` : value;
}

function narrowed(before: readonly string[], after: readonly string[], words: string): string | false {
  const kept = new Set(after.map(entityTypeNoun));
  const lost = before.map(entityTypeNoun).filter((label) => !kept.has(label));
  return lost.length > 0 && `${words} ${AND.format(lost.map(plural))}.`;
}

function narrowedReferences(before: readonly string[], after: readonly string[]): string | false {
  if (after.length === 0) return false;
  if (before.length === 0)
    return `You allow only references to ${AND.format(after.map(entityTypeNoun).map(plural))}.`;
  return narrowed(before, after, 'You no longer allow references to');
}

function plural(label: string): string {
  return label.endsWith('y') ? `${label.slice(0, -1)}ies` : `${label}s`;
}

function named(words: readonly string[]): string {
  const rest = words.length - NAMED;
  if (rest <= 1) return AND.format(words);
  return `${words.slice(0, NAMED).join(', ')} and ${rest.toLocaleString('en')} more values`;
}
