import { parseUrn, type Urn } from '../../src/model/urn.ts';
import type { DocumentChange, FieldValues, SearchDocument } from '../../src/search/search-index.ts';

/** Content of a test document. */
export interface DocumentContent {
  /** Entity type; default `dataset`. */
  readonly type?: string;
  readonly values?: Readonly<Record<string, FieldValues>>;
  readonly texts?: Readonly<Record<string, readonly string[]>>;
}

/** Urn of a document by key. Documents of all types share a prefix, so that their order is that of the keys. */
export function urnOf(key: string): Urn {
  return parseUrn(`urn:li:dataset:${key}`);
}

/** A document with a short key. */
export function documentOf(
  key: string,
  { type = 'dataset', values = {}, texts = {} }: DocumentContent = {},
): SearchDocument {
  return {
    urn: urnOf(key),
    entityType: type,
    values: new Map(Object.entries(values)),
    texts: new Map(Object.entries(texts)),
  };
}

/** The removal of the document with this key. */
export function removalOf(key: string): DocumentChange {
  return { urn: urnOf(key), removed: true };
}
