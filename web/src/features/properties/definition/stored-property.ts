import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isObject } from '../../../api/is-object.ts';
import { ownersOf, type Owner } from '../../../shared/entities/entity-facts.ts';
import { request } from '../../../api/request.ts';

/** Members of a stored aspect. */
export type Aspect = Readonly<Record<string, unknown>>;

/** A stored definition, including members that the pages do not know. */
export interface StoredProperty {
  readonly urn: string;
  readonly definition: Aspect;
  readonly settings: Aspect | undefined;
  readonly display: Aspect | undefined;
  readonly rules: Aspect | undefined;
  readonly owners: readonly Owner[];
  readonly isRemoved: boolean;
}

const PREFIX = 'urn:li:structuredProperty:';

/** Urn of a property, from the name in its urn, which addresses contain. */
export function propertyUrn(name: string): string {
  return PREFIX + name;
}

/** Name of a property in its urn. */
export function propertyName(urn: string): string {
  return urn.startsWith(PREFIX) ? urn.slice(PREFIX.length) : urn;
}

/** The aspects that make up a property. */
const ASPECTS = {
  propertyDefinition: {},
  structuredPropertySettings: {},
  structuredPropertyDisplay: {},
  structuredPropertyRules: {},
  ownership: {},
  status: {},
};

/** Reads the definition of a property; null if it does not exist. Throws {@link ApiError}. */
export async function readProperty(urn: string, signal?: AbortSignal): Promise<StoredProperty | null> {
  // The batch endpoint: it returns an empty list for a missing property, which is not an error here.
  const answer = await request('/openapi/v3/entity/structuredproperty/batchGet', {
    body: [{ urn, ...ASPECTS }],
    signal,
  });
  return storedProperty(Array.isArray(answer) ? answer[0] : undefined) ?? null;
}

/** Queries the current definition of a property. */
export function useProperty(urn: string): UseQueryResult<StoredProperty | null> {
  return useQuery({
    queryKey: ['property', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: ({ signal }) => readProperty(urn, signal),
  });
}

/** Reads all definitions. Throws {@link ApiError}. */
export async function readAllProperties(signal?: AbortSignal): Promise<readonly StoredProperty[]> {
  const all: StoredProperty[] = [];
  const aspects = Object.keys(ASPECTS)
    .map((name) => `aspects=${name}`)
    .join('&');
  let scroll = '';
  do {
    const answer = await request(`/openapi/v3/entity/structuredproperty?count=500&${aspects}${scroll}`, {
      signal,
    });
    if (!isObject(answer) || !Array.isArray(answer['entities'])) break;
    all.push(...answer['entities'].flatMap((entity) => storedProperty(entity) ?? []));
    const next = answer['scrollId'];
    scroll = typeof next === 'string' ? `&scrollId=${encodeURIComponent(next)}` : '';
  } while (scroll !== '');
  return all;
}

function storedProperty(answer: unknown): StoredProperty | undefined {
  if (!isObject(answer) || typeof answer['urn'] !== 'string') return undefined;
  const definition = valueOf(answer['propertyDefinition']);
  if (definition === undefined) return undefined;
  return {
    urn: answer['urn'],
    definition,
    settings: valueOf(answer['structuredPropertySettings']),
    display: valueOf(answer['structuredPropertyDisplay']),
    rules: valueOf(answer['structuredPropertyRules']),
    owners: ownersOf(valueOf(answer['ownership'])),
    isRemoved: valueOf(answer['status'])?.['removed'] === true,
  };
}

function valueOf(member: unknown): Aspect | undefined {
  return isObject(member) && isObject(member['value']) ? member['value'] : undefined;
}
