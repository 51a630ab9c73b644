import { isObject } from '../../api/is-object.ts';
import { entityTypeOf, platformOf } from '../../urls/urn.ts';
import type { StoredEntity } from './use-entity.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An owner with the type of the ownership. */
export interface Owner {
  readonly urn: string;
  /** Urn of the ownership type. */
  readonly typeUrn: string;
}

/** A link to documentation. */
export interface DocumentationLink {
  readonly url: string;
  readonly label: string;
}

/** Deprecation of an entity: note, date and replacement. */
export interface DeprecationFacts {
  readonly note: string;
  /** Decommission date, `yyyy-MM-dd`; '' if none. */
  readonly day: string;
  /** Urn of the replacement. */
  readonly replacement: string | undefined;
}

/** Facts common to all entity types, read from aspects. */
export interface EntityFacts {
  readonly type: string;
  readonly subTypes: readonly string[];
  /** Urn of the data platform. */
  readonly platform: string | undefined;
  readonly description: string | undefined;
  /** Link to the picture of a person or group. */
  readonly picture: string | undefined;
  readonly isSoftDeleted: boolean;
  readonly deprecation: DeprecationFacts | undefined;
  readonly owners: readonly Owner[];
  readonly tags: readonly string[];
  readonly terms: readonly string[];
  readonly domain: string | undefined;
  readonly links: readonly DocumentationLink[];
  /** Name-value pairs that ingestion wrote. */
  readonly customProperties: readonly (readonly [name: string, value: string])[];
}

/** Reads the facts that an entity's page shows; skips values of an unexpected shape. */
export function factsOf({ urn, aspects }: StoredEntity): EntityFacts {
  const valueOf = (name: string): Fields => aspects.get(name)?.value ?? {};
  const platform = textIn(valueOf('dataPlatformInstance'), 'platform');
  const named = platformOf(urn);
  return {
    type: entityTypeOf(urn),
    subTypes: texts(valueOf('subTypes')['typeNames']),
    platform: platform ?? (named === undefined ? undefined : `urn:li:dataPlatform:${named}`),
    description: descriptionIn(aspects),
    picture: ['corpUserEditableInfo', 'corpGroupEditableInfo'].flatMap(
      (name) => textIn(valueOf(name), 'pictureLink') ?? [],
    )[0],
    isSoftDeleted: valueOf('status')['removed'] === true,
    deprecation: deprecationOf(valueOf('deprecation')),
    owners: ownersOf(valueOf('ownership')),
    tags: objects(valueOf('globalTags')['tags']).flatMap((tag) => textIn(tag, 'tag') ?? []),
    terms: objects(valueOf('glossaryTerms')['terms']).flatMap((term) => textIn(term, 'urn') ?? []),
    domain: texts(valueOf('domains')['domains'])[0],
    links: objects(valueOf('institutionalMemory')['elements']).flatMap((link) => {
      const url = textIn(link, 'url');
      return url === undefined ? [] : [{ url, label: textIn(link, 'description') ?? url }];
    }),
    customProperties: [...aspects.values()].flatMap(({ value }) =>
      isObject(value['customProperties'])
        ? Object.entries(value['customProperties']).map(([name, text]) => [name, String(text)] as const)
        : [],
    ),
  };
}

/** Descriptions that people edited take precedence over ingested ones. */
function descriptionIn(aspects: StoredEntity['aspects']): string | undefined {
  const names = [...aspects.keys()].filter((name) => /(?:Properties|Info)$/.test(name));
  const edited = names.filter((name) => /editable/i.test(name));
  for (const name of [...edited, ...names]) {
    const value = aspects.get(name)?.value ?? {};
    const text = textIn(value, 'description') ?? textIn(value, 'definition') ?? textIn(value, 'aboutMe');
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Reads the aspect `deprecation`; undefined: not deprecated. */
export function deprecationOf(fields: Fields): DeprecationFacts | undefined {
  if (fields['deprecated'] !== true) return undefined;
  const time = fields['decommissionTime'];
  return {
    note: textIn(fields, 'note') ?? '',
    day: typeof time === 'number' && Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : '',
    replacement: textIn(fields, 'replacement'),
  };
}

/** The owners in an aspect `ownership`. */
export function ownersOf(aspect: Fields | undefined): readonly Owner[] {
  return objects(aspect?.['owners']).flatMap(ownerOf);
}

function ownerOf(entry: Fields): Owner[] {
  const urn = textIn(entry, 'owner');
  if (urn === undefined) return [];
  const legacy = textIn(entry, 'type') ?? 'NONE';
  const typeUrn = textIn(entry, 'typeUrn') ?? `urn:li:ownershipType:__system__${legacy.toLowerCase()}`;
  return [{ urn, typeUrn }];
}

/** A member if it is a non-empty string. */
function textIn(fields: Fields, member: string): string | undefined {
  const value = fields[member];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function objects(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
