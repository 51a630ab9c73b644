import { BROWSE_PATHS, DEFAULT_BROWSE_PATH, PLATFORM_INSTANCE } from '../../model/aspects/derived-aspects.ts';
import { LIFECYCLE_STAGE } from '../../model/lifecycle-stage.ts';
import { entityTypeOf, parseUrn } from '../../model/urn.ts';
import { TRACE_MEMBERS } from '../../model/write-trace.ts';
import { isJsonObject } from '../../util/json.ts';
import { membersOf } from '../../util/json/json-slices.ts';
import type { ExportedType } from './exported-types.ts';

/** One aspect of an entity; `value` and `systemMetadata` are JSON texts. */
export interface ExportedAspect {
  readonly urn: string;
  readonly aspectName: string;
  readonly value: string;
  readonly systemMetadata: string;
}

/** The change proposal that upserts an aspect, as one line of JSON that DataHub's `file` source reads. */
export function proposalLine({ urn, aspectName, value, systemMetadata }: ExportedAspect): string {
  // The source ignores an empty object, unless it is JSON text in a string.
  const aspect = value === '{}' ? '{"contentType":"application/json","value":"{}"}' : `{"json":${value}}`;
  const head = { entityType: entityTypeOf(parseUrn(urn)), entityUrn: urn, changeType: 'UPSERT', aspectName };
  const metadata = withoutTraces(systemMetadata);
  return `${JSON.stringify(head).slice(0, -1)},"aspect":${aspect},"systemMetadata":${metadata}}`;
}

/** System metadata as JSON text, without request traces of the exporting server. */
function withoutTraces(text: string): string {
  const metadata: unknown = JSON.parse(text);
  if (!isJsonObject(metadata) || !isJsonObject(metadata['properties'])) return text;
  const { properties, ...rest } = metadata;
  const kept = Object.entries(properties).filter(([name]) => !TRACE_MEMBERS.includes(name));
  return JSON.stringify(kept.length === 0 ? rest : { ...rest, properties: Object.fromEntries(kept) });
}

/**
 * The proposals that write an entity, from its OpenAPI v3 JSON text with system metadata. Omits aspects that every
 * catalog derives from the urn, except the key aspect of an entity that has no other aspect.
 */
export function entityLines(text: string, types: ReadonlyMap<string, ExportedType>): readonly string[] {
  const { urn, aspects } = readEntity(text);
  const keyAspect = types.get(entityTypeOf(parseUrn(urn)))?.keyAspect;
  const own = aspects.filter((aspect) => !isDerived(aspect, keyAspect));
  const written = own.length > 0 ? own : aspects.filter(({ aspectName }) => aspectName === keyAspect);
  return written.toSorted((a, b) => Number(namesStage(b)) - Number(namesStage(a))).map(proposalLine);
}

/** Whether the aspect sets a lifecycle stage, which only the write that creates the entity can set unconditionally. */
function namesStage({ aspectName, value }: ExportedAspect): boolean {
  return aspectName === LIFECYCLE_STAGE.statusAspect && membersOf(value).has(LIFECYCLE_STAGE.member);
}

/** The urn in the OpenAPI v3 JSON text of an entity. */
export function urnOfEntity(text: string): string {
  return readEntity(text).urn;
}

function readEntity(text: string): { readonly urn: string; readonly aspects: readonly ExportedAspect[] } {
  const members = membersOf(text);
  const urn = String(JSON.parse(members.get('urn') ?? 'null'));
  const aspects = [...members]
    .filter(([name]) => name !== 'urn')
    .map(([aspectName, aspect]) => {
      const parts = membersOf(aspect);
      return {
        urn,
        aspectName,
        value: parts.get('value') ?? '{}',
        systemMetadata: parts.get('systemMetadata') ?? 'null',
      };
    });
  return { urn, aspects };
}

/** Whether the importing catalog derives the same aspect by itself. */
function isDerived(
  { aspectName, value, systemMetadata }: ExportedAspect,
  keyAspect: string | undefined,
): boolean {
  if (aspectName === keyAspect) return true;
  const written: unknown = JSON.parse(systemMetadata);
  // Only stored aspects have a version.
  if (!isJsonObject(written) || written['version'] !== undefined) return false;
  if (aspectName === BROWSE_PATHS) return value === JSON.stringify(DEFAULT_BROWSE_PATH);
  return aspectName === PLATFORM_INSTANCE && [...membersOf(value).keys()].join() === 'platform';
}
