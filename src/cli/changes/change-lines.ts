import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { asObject } from '../../util/json/json-input.ts';
import { printable } from '../output.ts';

const PROPERTY = 'urn:li:structuredProperty:';
const USER = 'urn:li:corpuser:';
/** Maximum length of a shown value; longer ones are truncated. */
const LONGEST = 60;

/** Formats the JSON text of an event: one line per changed property, or one for the aspect. */
export function changeLines(text: string): string {
  // JSON.parse returns nothing but JSON values.
  const event = asObject(JSON.parse(text) as JsonValue, 'event');
  const { actorUrn, aspectName, entityUrn, kind, properties, time } = event;
  const when = typeof time === 'number' ? new Date(time).toISOString() : '';
  const head = [when, textOf(actorUrn).replace(USER, ''), textOf(entityUrn)];
  const changes = Array.isArray(properties) ? properties.filter(isJsonObject).map(propertyText) : [];
  const name = textOf(aspectName);
  const whats =
    changes.length > 0
      ? changes
      : [kind === 'DELETE' && name.endsWith('Key') ? 'entity deleted' : `${name} ${aspectText(event)}`];
  return whats.map((what) => printable([...head, what].join('  '))).join('\n');
}

function propertyText({ after, before, propertyUrn }: JsonObject): string {
  return `${textOf(propertyUrn).replace(PROPERTY, '')}: ${valuesText(before)} -> ${valuesText(after)}`;
}

function valuesText(values: JsonValue | undefined): string {
  if (!Array.isArray(values)) return '(none)';
  const text = values.map(valueText).join('|');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

/** A value; of a union, its only member. */
function valueText(value: JsonValue): string {
  const [scalar = value] = isJsonObject(value) ? Object.values(value) : [];
  return typeof scalar === 'string' ? scalar : JSON.stringify(scalar);
}

/** Describes the change of an aspect, with the members that differ. */
function aspectText({ after, before, kind, notKept }: JsonObject): string {
  if (kind === 'DELETE') return 'deleted';
  if (Array.isArray(notKept) && notKept.includes('after')) return 'written (value not kept)';
  if (!isJsonObject(after)) return 'written';
  if (!isJsonObject(before)) return Array.isArray(notKept) ? 'changed (old value not kept)' : 'created';
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return `changed: ${differing.join(', ')}`;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
