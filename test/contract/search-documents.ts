import { parseUrn } from '../../src/model/urn.ts';
import type { Urn } from '../../src/model/urn.ts';
import type { DocumentChange, FieldValues, SearchDocument } from '../../src/search/search-index.ts';

/** What a test says of a document; everything else is left out. */
export interface DocumentContent {
  /** `dataset` unless given. */
  readonly type?: string;
  readonly values?: Readonly<Record<string, FieldValues>>;
  readonly texts?: Readonly<Record<string, readonly string[]>>;
}

/** The urn of the document with this key; documents of all types share a prefix, so that keys order them. */
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
export function gone(key: string): DocumentChange {
  return { urn: urnOf(key), removed: true };
}
