import { useEntityNames } from '../../api/entity-names.ts';
import { useCatalogQuery } from './privilege-catalog.ts';

/** A urn in a sentence; the parts of a urn in brackets may have brackets themselves. */
const URN = /urn:li:\w+:(?:\((?:[^()]|\([^()]*\))*\)|[^\s,;()]*[^\s,;().])/g;

/** A privilege as policies name it. */
const PRIVILEGE = /\b[A-Z]+(?:_[A-Z]+)+\b/g;

/** Writes the server's reasons, which name urns and privileges, with the names that people know. */
export function useReadableReasons(reasons: readonly string[]): (reason: string) => string {
  const { data: catalog } = useCatalogQuery();
  const nameOfUrn = useEntityNames(reasons.flatMap((reason) => reason.match(URN) ?? []));
  return (reason) =>
    reason
      .replace(PRIVILEGE, (privilege) => catalog?.nameOf(privilege) ?? privilege)
      .replace(URN, (urn) => nameOfUrn(urn));
}
