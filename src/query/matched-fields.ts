import type { Aspect, EntityAspects } from '../model/aspect.ts';
import { STRUCTURED_PROPERTY, type PropertyDirectory } from '../model/structured-property.ts';
import { isUrn, urnKey, type Urn } from '../model/urn.ts';
import { MAX_EXACT_LENGTH } from '../search/documents/document-fields.ts';
import { propertyOfAssignmentField } from '../search/assignment-field.ts';
import type { DocumentSteps, IndexedRow } from '../search/documents/document.ts';
import { objects } from '../util/json/json-members.ts';
import type { SearchDocument } from '../search/search-index.ts';
import { foldCase } from '../search/text/analyzer.ts';
import { textSlices } from '../search/text/text-slices.ts';
import { inStepsOfRead, type Steps } from '../util/concurrency/steps.ts';
import type { SearchHit } from './metadata-query.ts';
import {
  fieldTests,
  fieldsOfCondition,
  type FieldTests,
  type TextCondition,
} from './language/text-conditions.ts';

/** Length of the start of a text, in UTF-16 units, that is searched for words and phrases; the text is shown whole. */
export const MOST_COMPARED = 65_536;

/**
 * Finds the distinct texts of an entity that match any of the conditions, analyzed as in the index, in steps. A text is analyzed once
 * for all conditions, at most its first `MOST_COMPARED` units.
 */
export function matchedFieldsOf(
  conditions: readonly TextCondition[],
  {
    documentSteps,
    properties,
  }: { readonly documentSteps: DocumentSteps; readonly properties: PropertyDirectory },
): (urn: Urn, aspects: EntityAspects) => Promise<SearchHit['matchedFields']> {
  const tests = testsByField(conditions);
  return async (urn, aspects) => {
    const rows = Array.from(aspects.values(), (aspect) => readRow(aspect, properties));
    // Values that cannot be indexed are not found, and not shown as a match.
    const document = await inStepsOfRead(documentSteps(urn, rows, properties, () => undefined));
    const matches: SearchHit['matchedFields'][number][] = [];
    for (const [name, ofField] of tests) {
      const shown = publicName(name, properties);
      for (const value of await inStepsOfRead(matching(name, ofField, document)))
        matches.push({ name: shown, value });
    }
    return matches;
  };
}

/** An aspect that was read for a caller, as the index stores it. All assignments in it are of the live generations. */
function readRow(aspect: Aspect, properties: PropertyDirectory): IndexedRow {
  if (aspect.aspectName !== STRUCTURED_PROPERTY.assignmentAspect) return { aspect, internal: {} };
  const generations = objects(aspect.value['properties']).flatMap(({ propertyUrn }) => {
    const property =
      typeof propertyUrn === 'string' && isUrn(propertyUrn) ? properties.get(propertyUrn) : undefined;
    return property === undefined ? [] : [[property.urn, property.generation] as const];
  });
  return { aspect, internal: { assignments: Object.fromEntries(generations) } };
}

/** Name of an index field in filters and answers. */
function publicName(field: string, properties: PropertyDirectory): string {
  const property = propertyOfAssignmentField(field);
  const state = property !== undefined && isUrn(property) ? properties.get(property) : undefined;
  return state === undefined ? field : `${STRUCTURED_PROPERTY.fieldPrefix}${state.definition.qualifiedName}`;
}

/** The tests of each field; fields with the same conditions share theirs. */
function testsByField(conditions: readonly TextCondition[]): ReadonlyMap<string, FieldTests> {
  const numbers = new Map<string, number[]>();
  conditions.forEach((condition, i) => {
    for (const field of fieldsOfCondition(condition)) {
      const ofField = numbers.get(field);
      if (ofField === undefined) numbers.set(field, [i]);
      else ofField.push(i);
    }
  });
  const shared = new Map<string, FieldTests>();
  const tests = new Map<string, FieldTests>();
  for (const [field, ofField] of numbers) {
    const key = ofField.join();
    const known = shared.get(key) ?? fieldTests(ofField.flatMap((i) => conditions[i] ?? []));
    shared.set(key, known);
    tests.set(field, known);
  }
  return tests;
}

/**
 * The texts with the words, and the values that match as a whole; one step for each text, and for each value with each
 * pattern.
 */
function* matching(
  field: string,
  tests: FieldTests,
  { texts, values }: SearchDocument,
): Steps<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const text of tests.hasWords === undefined ? [] : (texts.get(field) ?? [])) {
    if (tests.hasWords?.(beginningOf(text)) === true) found.add(text);
    yield;
  }
  // Full-text fields truncate long values, and show only the key of a urn.
  const shown = new Set(Array.from(found, (text) => text.slice(0, MAX_EXACT_LENGTH)));
  const isShown = (value: string): boolean => shown.has(value) || (isUrn(value) && shown.has(urnKey(value)));
  for (const value of values.get(field) ?? []) {
    if (typeof value !== 'string' || isShown(value)) continue;
    if (yield* isWhole(value, tests)) found.add(value);
  }
  return found;
}

function* isWhole(value: string, { fits, isValue }: FieldTests): Steps<boolean> {
  if (isValue?.(value) === true) return true;
  if (fits.length === 0) return false;
  const folded = foldCase(value);
  for (const test of fits) {
    yield;
    if (test(folded)) return true;
  }
  return false;
}

function beginningOf(text: string): string {
  const [beginning = ''] = textSlices(text, MOST_COMPARED);
  return beginning;
}
