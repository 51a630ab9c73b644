import { atOnce } from '../../../util/concurrency/steps.ts';
import type { Steps } from '../../../util/concurrency/steps.ts';
import { ENTITY_TYPE_FIELD } from '../../mapping.ts';
import type { FieldValues, SearchDocument } from '../../search-index.ts';
import { COLUMN_KIND } from '../segment/column.ts';
import { SectionWriter } from '../segment/section-writer.ts';
import { dictionaryArrays } from '../segment/text-dictionary.ts';
import type { DictionaryArrays } from '../segment/text-dictionary.ts';
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

/** Builds the segment of documents with distinct urns. */
export function buildSegment(documents: readonly SearchDocument[]): SharedArrayBuffer {
  return atOnce(segmentSteps(documents));
}

/** Like {@link buildSegment}, in steps of less than a millisecond for common documents. */
export function* segmentSteps(documents: readonly SearchDocument[]): Steps<SharedArrayBuffer> {
  const sorted = documents.toSorted((a, b) => (a.urn < b.urn ? -1 : 1));
  const drafts = new Map<string, FieldDrafts>();
  for (const [doc, document] of sorted.entries()) {
    if (doc % PER_STEP === 0) yield;
    addDocument(drafts, document, doc);
  }
  const fields = [...drafts.keys()].sort();
  const writer = new SectionWriter(sorted.length * EXPECTED_BYTES_PER_DOCUMENT);
  const urns = dictionaryArrays(sorted.map((document) => document.urn));
  writer.add(urns.offsets);
  writer.add(urns.bytes);
  writer.add(filterOf(urns, sorted.length));
  const table = new ColumnTable(fields);
  for (const [index, field] of fields.entries()) {
    yield;
    writeField(writer, table, index, drafts.get(field) ?? {}, sorted.length);
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

function addDocument(drafts: Map<string, FieldDrafts>, document: SearchDocument, doc: number): void {
  const draftsOf = (field: string) => {
    const known = drafts.get(field);
    if (known !== undefined) return known;
    const added: FieldDrafts = {};
    drafts.set(field, added);
    return added;
  };
  (draftsOf(ENTITY_TYPE_FIELD).texts ??= new ColumnDraft()).add(doc, [document.entityType]);
  for (const [field, values] of document.values) {
    if (field === ENTITY_TYPE_FIELD) continue;
    if (areTexts(values)) (draftsOf(field).texts ??= new ColumnDraft()).add(doc, values);
    // Adding 0 turns -0 into 0, so that both are the same value.
    else
      (draftsOf(field).numbers ??= new ColumnDraft()).add(
        doc,
        values.map((value) => value + 0),
      );
  }
  for (const [field, texts] of document.texts) (draftsOf(field).words ??= new WordDraft()).add(doc, texts);
}

function areTexts(values: FieldValues): values is readonly string[] {
  return typeof values[0] === 'string';
}

function writeField(
  writer: SectionWriter,
  table: ColumnTable,
  field: number,
  drafts: FieldDrafts,
  size: number,
): void {
  if (drafts.texts !== undefined) {
    table.start(field, COLUMN_KIND.texts, writer.nextSection);
    writeColumn(writer, drafts.texts.finish(size));
  }
  if (drafts.numbers !== undefined) {
    table.start(field, COLUMN_KIND.numbers, writer.nextSection);
    writeColumn(writer, drafts.numbers.finish(size));
  }
  if (drafts.words !== undefined) {
    table.start(field, COLUMN_KIND.words, writer.nextSection);
    drafts.words.write(writer);
  }
}
