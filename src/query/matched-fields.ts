import type { EntityAspects } from '../model/aspect.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { isUrn, urnKey } from '../model/urn.ts';
import { MAX_EXACT_LENGTH } from '../search/documents/document-fields.ts';
import type { DocumentSteps } from '../search/documents/document.ts';
import type { SearchDocument } from '../search/search-index.ts';
import { inSteps } from '../util/concurrency/steps.ts';
import type { SearchHit } from './metadata-query.ts';
import type { TextCondition } from './language/text-conditions.ts';
import { fieldsOfCondition, textTest } from './language/text-conditions.ts';

/** Finds the distinct texts of an entity that match any of the conditions, analyzed as in the index, in steps. */
export function matchedFieldsOf(
  conditions: readonly TextCondition[],
  {
    documentSteps,
    properties,
  }: { readonly documentSteps: DocumentSteps; readonly properties: PropertyDirectory },
): (urn: Urn, aspects: EntityAspects) => Promise<SearchHit['matchedFields']> {
  const tests = testsByField(conditions);
  return async (urn, aspects) => {
    const rows = new Map([...aspects].map(([name, aspect]) => [name, { aspect, internal: {} }]));
    // What cannot be indexed is not found, and not shown as a match.
    const document = await inSteps(documentSteps(urn, rows, properties, () => undefined));
    return [...tests].flatMap(([name, ofField]) =>
      matching(name, ofField, document).map((value) => ({ name, value })),
    );
  };
}

type TextTest = (text: string) => boolean;

/** Tests on the words of a field, and on its whole values. */
interface FieldTests {
  readonly words: TextTest[];
  readonly whole: TextTest[];
}

function testsByField(conditions: readonly TextCondition[]): ReadonlyMap<string, FieldTests> {
  const tests = new Map<string, FieldTests>();
  for (const condition of conditions) {
    const test = textTest(condition);
    for (const field of fieldsOfCondition(condition)) {
      const ofField = tests.get(field) ?? { words: [], whole: [] };
      ofField[condition.kind === 'words' ? 'words' : 'whole'].push(test);
      tests.set(field, ofField);
    }
  }
  return tests;
}

function matching(
  field: string,
  { words, whole }: FieldTests,
  { texts, values }: SearchDocument,
): readonly string[] {
  const found = (texts.get(field) ?? []).filter((text) => words.some((test) => test(text)));
  const others = [...(values.get(field) ?? [])]
    .filter((value) => typeof value === 'string')
    .filter((value) => whole.some((test) => test(value)) && !found.some((text) => isSame(text, value)));
  return [...new Set([...found, ...others])];
}

/** Whether a full-text field has `text` for `value`: long values are truncated, and of a urn only the key is text. */
function isSame(text: string, value: string): boolean {
  return text.slice(0, MAX_EXACT_LENGTH) === value || (isUrn(value) && urnKey(value) === text);
}
