import { atOnce } from '../../src/util/concurrency/steps.ts';
import { ColumnDraft } from '../../src/search/embedded/build/column-draft.ts';
import { DerivedCache } from '../../src/search/embedded/segment/derived.ts';
import { IndexedColumn } from '../../src/search/embedded/segment/indexed-column.ts';
import { NumberDictionary } from '../../src/search/embedded/segment/number-dictionary.ts';

/** A column of an embedded index with the numbers of each document, and a cache that drops what exceeds `cacheBytes`. */
export function numberColumn(
  documents: readonly (readonly number[])[],
  cacheBytes = 2 ** 20,
): IndexedColumn<NumberDictionary> {
  const draft = new ColumnDraft<number>();
  documents.forEach((values, doc) => {
    draft.add(doc, values);
  });
  const parts = atOnce(draft.finish(documents.length));
  const numbers = parts.dictionary instanceof Float64Array ? parts.dictionary : new Float64Array(0);
  return new IndexedColumn(
    new NumberDictionary(numbers),
    documents.length,
    parts,
    new DerivedCache(cacheBytes),
  );
}
