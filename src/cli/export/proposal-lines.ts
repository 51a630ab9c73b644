import { BROWSE_PATHS, DEFAULT_BROWSE_PATH, PLATFORM_INSTANCE } from '../../model/derived-aspects.ts';
import { entityTypeOf, parseUrn } from '../../model/urn.ts';
import { isJsonObject } from '../../util/json.ts';
import { membersOf } from '../../util/json-slices.ts';
import type { ExportedType } from './exported-types.ts';

/** One aspect of an entity; `value` and `systemMetadata` are JSON texts. */
export interface ExportedAspect {
  readonly urn: string;
  readonly aspectName: string;
  readonly value: string;
  readonly systemMetadata: string;
}

/** JSON text on one line: the change proposal that writes an aspect, as DataHub's `file` source reads it. */
export function proposalLine({ urn, aspectName, value, systemMetadata }: ExportedAspect): string {
  // The source takes an empty object for none, but not if it is a text.
  const aspect = value === '{}' ? '{"contentType":"application/json","value":"{}"}' : `{"json":${value}}`;
  const head = { entityType: entityTypeOf(parseUrn(urn)), entityUrn: urn, changeType: 'UPSERT', aspectName };
  return `${JSON.stringify(head).slice(0, -1)},"aspect":${aspect},"systemMetadata":${systemMetadata}}`;
}

/**
 * The proposals that write an entity, from its JSON text in the form of the OpenAPI with system metadata. What every
 * catalog derives from the urn is left out, except the key of an entity that has nothing else.
 */
export function entityLines(text: string, types: ReadonlyMap<string, ExportedType>): readonly string[] {
  const { urn, aspects } = readEntity(text);
  const keyAspect = types.get(entityTypeOf(parseUrn(urn)))?.keyAspect;
  const own = aspects.filter((aspect) => !isDerived(aspect, keyAspect));
  const written = own.length > 0 ? own : aspects.filter(({ aspectName }) => aspectName === keyAspect);
  return written.map(proposalLine);
}

/** The urn of an entity in the form of the OpenAPI. */
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
        ...{ urn, aspectName },
        value: parts.get('value') ?? '{}',
        systemMetadata: parts.get('systemMetadata') ?? 'null',
      };
    });
  return { urn, aspects };
}

/** Whether the catalog that reads the entity will say the same of it without having been told. */
function isDerived(
  { aspectName, value, systemMetadata }: ExportedAspect,
  keyAspect: string | undefined,
): boolean {
  if (aspectName === keyAspect) return true;
  const written: unknown = JSON.parse(systemMetadata);
  // Only what has been written counts its writes.
  if (!isJsonObject(written) || written['version'] !== undefined) return false;
  if (aspectName === BROWSE_PATHS) return value === JSON.stringify(DEFAULT_BROWSE_PATH);
  return aspectName === PLATFORM_INSTANCE && [...membersOf(value).keys()].join() === 'platform';
}
