import type { Aspect, SystemMetadata } from '../aspect.ts';

/** Aspects that only the server writes: it derives them from others. */
const DERIVED_ASPECTS: ReadonlySet<string> = new Set([
  'aliases',
  'assertionRunSummary',
  'dataProducts',
  'incidentsSummary',
]);

/** Property of the system metadata with the part of a server that wrote an aspect; DataHub's name. */
const SOURCE = 'appSource';

/** System metadata of an aspect that the server derives, but that clients may write, too. */
export function derivedBy(source: string): Partial<SystemMetadata> {
  return { properties: { [SOURCE]: source } };
}

/** Whether the server derived the aspect from others, so that it belongs to no run and no writer. */
export function isDerived({
  aspectName,
  systemMetadata,
}: Pick<Aspect, 'aspectName' | 'systemMetadata'>): boolean {
  return DERIVED_ASPECTS.has(aspectName) || systemMetadata.properties?.[SOURCE] === aspectName;
}

/** Aspects with search fields that neither this server nor DataHub's client writes, with the reason. Other clients may write them. */
export const UNFILLED_ASPECTS: Readonly<Record<string, string>> = {
  dataHubFileInfo: 'files are not uploaded to this server',
  dataProcessInfo: 'DataHub has replaced it by dataJobInputOutput',
  datasetDeprecation: 'DataHub has replaced it by deprecation',
  incidentExternalLinks: 'only DataHub Cloud writes it',
  incidentNotes: 'only DataHub Cloud writes it',
  metricUpstreams: 'no released client writes it',
  schemaFieldAliases: 'DataHub writes it by an option that is off by default',
  schemafieldInfo: 'DataHub writes it by an option that is off by default',
  searchTemplateProperties: 'only DataHub Cloud writes it',
  semanticText: 'texts are not prepared for semantic search',
  testResults: 'nothing runs metadata tests',
  upstreamMetrics: 'no released client writes it',
};
