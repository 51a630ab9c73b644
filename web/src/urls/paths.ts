import { entityTypeOf } from './urn.ts';

/** Address of the page of an entity: `/dataset/urn:li:dataset:(...)`. */
export function entityPath(urn: string): string {
  return `/${entityTypeOf(urn)}/${encodeURIComponent(urn)}`;
}

/** Address of the page of a structured property, by its qualified name. */
export function propertyPath(urn: string): string {
  return `/properties/${encodeURIComponent(urn.replace(/^urn:li:structuredProperty:/, ''))}`;
}

/** Address of the page of a proposal. */
export function proposalPath(id: string): string {
  return `/proposals/${encodeURIComponent(id)}`;
}

/** Address of a search. */
export function searchPath(parameters: Readonly<Record<string, string>> | string[][] = {}): string {
  const text = new URLSearchParams(parameters).toString();
  return text === '' ? '/search' : `/search?${text}`;
}

/** The urn in a path segment from the router. */
export function urnOfStep(step: string): string {
  return decodeURIComponent(step);
}
