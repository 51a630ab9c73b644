import { atOnce, type Steps } from '../../../util/concurrency/steps.ts';
import {
  INCOMPLETE,
  UNJUDGED,
  withoutValuesFor,
  withoutWordsFor,
  type ReportIncomplete,
} from '../../documents/incomplete.ts';
import { ENTITY_TYPE_FIELD } from '../../mapping.ts';
import type { FieldValues, SearchDocument } from '../../search-index.ts';
import { COLUMN_KIND } from '../segment/column.ts';
import { SectionWriter } from '../segment/section-writer.ts';
import { dictionaryArrays, type DictionaryArrays } from '../segment/text-dictionary.ts';
import { UrnFilter, hashBytes, urnFilterWords } from '../segment/urn-filter.ts';
import { ColumnDraft } from './column-draft.ts';
import { ColumnTable } from './column-table.ts';
import { WordDraft } from './word-draft.ts';
import { writeColumn } from './write-column.ts';

const EXPECTED_BYTES_PER_DOCUMENT = 1024;

/** The columns of one field; most fields have one. */
interface FieldDrafts {
  texts?: ColumnDraft<string>;
  numbers?: ColumnDraft<number>;
  words?: WordDraft;
}

/** Documents added in one step. */
const PER_STEP = 32;
/** Values, and UTF-16 units of text, of a field of one document above which they are added in steps. */
const MANY_VALUES = 1_024;
const MUCH_TEXT = 16_384;

/** Builds the segment of documents with distinct urns. */
export function buildSegment(
  documents: readonly SearchDocument[],
  report: ReportIncomplete = () => undefined,
): SharedArrayBuffer {
  return atOnce(segmentSteps(documents, report));
}

/**
 * Builds the segment of documents with distinct urns, in steps of a few milliseconds at most, regardless of the size of a
 * document. A document that cannot be indexed does not block others: it gets its exact fields, or else only its urn and type, and
 * is reported.
 */
export function* segmentSteps(
  documents: readonly SearchDocument[],
  report: ReportIncomplete = () => undefined,
): Steps<SharedArrayBuffer> {
  const sorted = documents.toSorted((a, b) => (a.urn < b.urn ? -1 : 1));
  const drafts = new Drafts();
  for (const [doc, document] of sorted.entries()) {
    if (doc % PER_STEP === 0) yield;
    yield* addDocument(drafts, document, doc, report);
  }
  const fields = [...drafts.byField.keys()].sort();
  const writer = new SectionWriter(sorted.length * EXPECTED_BYTES_PER_DOCUMENT);
  const urns = dictionaryArrays(sorted.map((document) => document.urn));
  writer.add(urns.offsets);
  writer.add(urns.bytes);
  writer.add(filterOf(urns, sorted.length));
  const table = new ColumnTable(fields);
  for (const [index, field] of fields.entries()) {
    yield;
    yield* writeField(writer, table, index, drafts.byField.get(field) ?? {}, sorted.length);
  }
  table.write(writer);
  return writer.finish(sorted.length);
}

/** Builds the filter over the urns of a segment. */
export function filterOf(urns: DictionaryArrays, size: number): Uint32Array {
  const words = urnFilterWords(size);
  const filter = new UrnFilter(words);
  for (let doc = 0; doc < size; doc++) {
    filter.add(hashBytes(urns.bytes, urns.offsets[doc] ?? 0, urns.offsets[doc + 1] ?? 0));
  }
  return words;
}

/** The columns of all fields. */
class Drafts {
  readonly byField = new Map<string, FieldDrafts>();

  texts(field: string): ColumnDraft<string> {
    return (this.#of(field).texts ??= new ColumnDraft());
  }

  numbers(field: string): ColumnDraft<number> {
    return (this.#of(field).numbers ??= new ColumnDraft());
  }

  words(field: string): WordDraft {
    return (this.#of(field).words ??= new WordDraft());
  }

  #of(field: string): FieldDrafts {
    const known = this.byField.get(field);
    if (known !== undefined) return known;
    const added: FieldDrafts = {};
    this.byField.set(field, added);
    return added;
  }
}

function* addDocument(
  drafts: Drafts,
  document: SearchDocument,
  doc: number,
  report: ReportIncomplete,
): Steps<void> {
  drafts.texts(ENTITY_TYPE_FIELD).add(doc, [document.entityType]);
  const failures: string[] = [];
  let isUnjudged = document.values.has(UNJUDGED);
  try {
    for (const steps of addValues(drafts, document, doc)) yield* steps;
    try {
      for (const steps of addTexts(drafts, document, doc)) yield* steps;
    } catch (error) {
      failures.push(withoutWordsFor(error));
    }
  } catch (error) {
    failures.push(withoutValuesFor(error));
    isUnjudged = true;
  }
  if (isUnjudged) drafts.texts(UNJUDGED).add(doc, ['true']);
  for (const reason of failures) report(document.urn, reason);
  const reasons = [...(document.values.get(INCOMPLETE) ?? []).map(String), ...failures];
  if (reasons.length > 0) drafts.texts(INCOMPLETE).add(doc, reasons);
}

/** Adds the exact values of a document. Returns the steps that add the fields with many of them. */
function addValues(drafts: Drafts, { values: fields }: SearchDocument, doc: number): readonly Steps<void>[] {
  const long: Steps<void>[] = [];
  for (const [field, values] of fields) {
    if (field === ENTITY_TYPE_FIELD || field === INCOMPLETE || field === UNJUDGED) continue;
    const isLong = values.length >= MANY_VALUES;
    if (areTexts(values)) {
      if (isLong) long.push(drafts.texts(field).addSteps(doc, values));
      else drafts.texts(field).add(doc, values);
    } else if (isLong) long.push(drafts.numbers(field).addSteps(doc, values));
    else drafts.numbers(field).add(doc, values);
  }
  return long;
}

/** Adds the texts of a document. Returns the steps that add the fields with much text. */
function addTexts(drafts: Drafts, { texts: fields }: SearchDocument, doc: number): readonly Steps<void>[] {
  const long: Steps<void>[] = [];
  for (const [field, texts] of fields) {
    const isLong = texts.length >= MANY_VALUES || texts.some(({ length }) => length >= MUCH_TEXT);
    if (isLong) long.push(drafts.words(field).addSteps(doc, texts));
    else drafts.words(field).add(doc, texts);
  }
  return long;
}

function areTexts(values: FieldValues): values is readonly string[] {
  return typeof values[0] === 'string';
}

function* writeField(
  writer: SectionWriter,
  table: ColumnTable,
  field: number,
  drafts: FieldDrafts,
  size: number,
): Steps<void> {
  if (drafts.texts !== undefined) {
    table.start(field, COLUMN_KIND.texts, writer.nextSection);
    writeColumn(writer, yield* drafts.texts.finish(size));
  }
  if (drafts.numbers !== undefined) {
    table.start(field, COLUMN_KIND.numbers, writer.nextSection);
    writeColumn(writer, yield* drafts.numbers.finish(size));
  }
  if (drafts.words !== undefined) {
    table.start(field, COLUMN_KIND.words, writer.nextSection);
    yield* drafts.words.write(writer);
  }
}
