import type { EntityReference } from '../../../model/entity-reference.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { isUrn, type Urn } from '../../../model/urn.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { findByName, nameFieldsOf } from '../../../operations/search/find-by-name.ts';
import type { FoundPage, Listing } from '../../../operations/search/find-entities.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { typeNameOf } from '../entities/names-and-texts.ts';
import type { ToolCall } from '../tools/tool.ts';
import { plainInput } from './plain-input.ts';

/** How a name is looked up. */
export type NameCall = Pick<ToolCall, 'registry' | 'requester'>;

/** The entities with a name; `nearest`: similar ones, if there are none. */
export interface FoundName {
  readonly name: string;
  readonly entities: readonly EntityReference[];
  readonly nearest: readonly Urn[];
}

/** Maximum entities with one name, and maximum similar ones. */
const MOST_FOUND = 6;
const MOST_NEAREST = 5;
/** Longest name that is looked up, as people type. */
const LONGEST_NAME = 255;

/** The entities of these types with exactly this name, ignoring case, or with this urn. */
export async function findName(
  name: string,
  entityTypes: readonly string[],
  call: NameCall,
): Promise<FoundName> {
  const entities = isUrn(name) ? await withUrn(name, call) : await named(name, entityTypes, call);
  const nearest = entities.length > 0 ? [] : await nearestTo(name, entityTypes, call);
  return { name, entities, nearest };
}

async function withUrn(urn: Urn, { registry, requester }: NameCall): Promise<readonly EntityReference[]> {
  const found = await requester.run(getEntities, { urns: [urn], aspectNames: [] });
  return found.has(urn) ? [{ urn, entityType: typeNameOf(urn, registry) }] : [];
}

async function named(
  name: string,
  entityTypes: readonly string[],
  call: NameCall,
): Promise<readonly EntityReference[]> {
  const text = name.trim();
  const fields = fieldNames(entityTypes, call.registry);
  if (text === '' || text.length > LONGEST_NAME || fields.length === 0) return [];
  const filter = fields.map((field) => [
    { field, operator: 'IEQUAL', values: [text], negated: false } as const,
  ]);
  const { entities } = await find({ entityTypes, filter, typed: text, count: MOST_FOUND }, call);
  return entities;
}

/** Up to five entities with similar names that the caller may see, best first. */
export async function nearestTo(
  name: string,
  entityTypes: readonly string[],
  call: NameCall,
): Promise<readonly Urn[]> {
  const text = wordsIn(name).slice(0, LONGEST_NAME);
  if (text === '') return [];
  const search = { entityTypes, text, filter: [], lifecycle: 'shown', limit: MOST_NEAREST } as const;
  const fields = nameFieldsOf(entityTypes, call.registry);
  const similar = await findByName(search, fields, (listing) => find(listing, call));
  if (similar.length > 0) return similar.map(({ urn }) => urn);
  return misspelt(text, entityTypes, call);
}

/** Entities that a similar query finds. */
async function misspelt(
  text: string,
  entityTypes: readonly string[],
  { requester }: NameCall,
): Promise<readonly Urn[]> {
  const search = plainInput({ entityTypes, query: text, count: 0 });
  const flags = { ...search.flags, getSuggestions: true };
  const { suggestions } = await requester.run(searchEntities, { ...search, flags });
  const [best] = suggestions;
  if (best === undefined) return [];
  const again = plainInput({ entityTypes, query: best.text, count: MOST_NEAREST });
  const { hits } = await requester.run(searchEntities, again);
  return hits.map(({ urn }) => urn);
}

async function find(listing: Listing, { requester }: NameCall): Promise<FoundPage> {
  const { hits, total } = await requester.run(searchEntities, plainInput(listing));
  const entities = hits.map(({ entityType, urn }) => ({ urn, entityType }));
  return { start: 0, count: entities.length, total, entities };
}

function fieldNames(entityTypes: readonly string[], registry: EntityRegistry): readonly string[] {
  return [...new Set(nameFieldsOf(entityTypes, registry).map(({ field }) => field.fieldName))];
}

/** The words of a name; of a urn those of its id. */
function wordsIn(name: string): string {
  const id = name.replace(/^urn:li:\w+:/, '').replace(/urn:li:dataPlatform:\w+,?/g, ' ');
  return id
    .replace(/[()?:/]+/g, ' ')
    .replace(/,(?:PROD|DEV|TEST|QA|STG)\b/g, ' ')
    .trim();
}
