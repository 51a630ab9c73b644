import { isDeepStrictEqual } from 'node:util';
import { CatalogError } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.ts';
import { because } from '../refusals.ts';

/** The aspect that lists the domains of an entity twice: as urns, and as associations with their origin. */
export const DOMAINS_ASPECT = 'domains';

type Association = JsonObject & { readonly domain: string };

/**
 * Synchronizes both lists of the aspect `domains`: the changed one wins. Propagated associations come after the
 * others. A value that violates the schema is returned unchanged. Throws VALIDATION if both changed and differ.
 */
export function domainsInStep(before: JsonObject | undefined, after: JsonObject): JsonObject {
  const { domains } = after;
  const sent = after['domainAssociations'] ?? undefined;
  if (!isUrns(domains) || (sent !== undefined && !isAssociations(sent))) return after;
  const known = before === undefined ? { urns: [], associations: [] } : listsOf(before);
  const urnsChanged = !isDeepStrictEqual(domains, known.urns);
  const associationsChanged = sent !== undefined && !isSame(sent, known.associations);
  if (sent === undefined || (urnsChanged && !associationsChanged)) {
    return withLists(after, associationsOf(domains, known.associations));
  }
  const urns = new Set(sent.map(({ domain }) => domain));
  if (urnsChanged && domains.length > 0 && urns.symmetricDifference(new Set(domains)).size > 0) {
    throw new CatalogError(
      'VALIDATION',
      "Cannot update both 'domains' and 'domainAssociations' in the same write: they name different domains. " +
        'Change one of them; the other follows.',
      because('INPUT_EXCLUDES', { names: ['domains', 'domainAssociations'] }),
    );
  }
  return withLists(after, sent);
}

/** The value with both lists. Values stored by earlier versions have only the urns. */
export function withDomainAssociations(value: JsonObject): JsonObject {
  const { domains, domainAssociations } = value;
  if (!isUrns(domains) || (domainAssociations ?? undefined) !== undefined) return value;
  return withLists(value, associationsOf(domains, []));
}

function listsOf(value: JsonObject): {
  readonly urns: readonly string[];
  readonly associations: readonly Association[];
} {
  const { domains, domainAssociations } = withDomainAssociations(value);
  return {
    urns: isUrns(domains) ? domains : [],
    associations: isAssociations(domainAssociations) ? domainAssociations : [],
  };
}

/** The known associations of the urns, and plain ones for the urns that have none. */
function associationsOf(urns: readonly string[], known: readonly Association[]): readonly Association[] {
  const wanted = new Set(urns);
  const kept = known.filter(({ domain }) => wanted.has(domain));
  const named = new Set(kept.map(({ domain }) => domain));
  return [...kept, ...[...wanted].filter((urn) => !named.has(urn)).map((domain) => ({ domain }))];
}

function withLists(value: JsonObject, associations: readonly Association[]): JsonObject {
  const [propagated, manual] = [
    associations.filter(isPropagated),
    associations.filter((one) => !isPropagated(one)),
  ];
  const domainAssociations = [...manual, ...propagated];
  const domains = [...new Set(domainAssociations.map(({ domain }) => domain))];
  return { ...value, domains, domainAssociations };
}

function isPropagated({ attribution }: Association): boolean {
  const detail = isJsonObject(attribution) ? attribution['sourceDetail'] : undefined;
  const propagated = isJsonObject(detail) ? detail['propagated'] : undefined;
  return typeof propagated === 'string' && propagated.toLowerCase() === 'true';
}

/** Clients send back what they read with nulls and empty details added. */
function isSame(one: readonly Association[], other: readonly Association[]): boolean {
  return isDeepStrictEqual(one.map(withoutEmpty), other.map(withoutEmpty));
}

function withoutEmpty(value: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([, member]) => member !== null && !(isJsonObject(member) && Object.keys(member).length === 0),
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutEmpty(member)]));
}

function isUrns(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isAssociations(value: JsonValue | undefined): value is readonly Association[] {
  return (
    Array.isArray(value) && value.every((item) => isJsonObject(item) && typeof item['domain'] === 'string')
  );
}
