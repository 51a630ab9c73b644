import type { Aspect, SystemMetadata } from './aspect.ts';

/** Aspects that the server derives from others, and nobody else writes. */
const DERIVED_ASPECTS: ReadonlySet<string> = new Set([
  'aliases',
  'assertionRunSummary',
  'dataProducts',
  'incidentsSummary',
]);

/** Property of the system metadata with the part of a server that wrote an aspect; DataHub's name. */
const SOURCE = 'appSource';

/** System metadata of an aspect that the server derives, and that others may write, too. */
export function derivedBy(source: string): Partial<SystemMetadata> {
  return { properties: { [SOURCE]: source } };
}

/** Whether the server has derived the aspect from others, so that it belongs to no run and to no writer. */
export function isDerived({
  aspectName,
  systemMetadata,
}: Pick<Aspect, 'aspectName' | 'systemMetadata'>): boolean {
  return DERIVED_ASPECTS.has(aspectName) || systemMetadata.properties?.[SOURCE] === aspectName;
}
