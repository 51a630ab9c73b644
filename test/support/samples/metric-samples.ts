import type { JsonObject } from '../../../src/util/json.ts';

const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,db.sample,PROD)';
const EDGE = {
  destinationUrn: 'urn:li:metric:(urn:li:dataPlatform:hive,sample,outer)',
  created: STAMP,
  lastModified: STAMP,
  properties: { key: 'text' },
};

/** Aspects of metrics and semantic models, and of datasets in one. */
export const METRIC_ASPECTS: Readonly<Record<string, JsonObject>> = {
  metricInfo: {
    name: 'Metric',
    description: 'text',
    externalUrl: 'https://example.org',
    created: STAMP,
    lastModified: STAMP,
    semanticModel: 'urn:li:semanticModel:(urn:li:dataPlatform:hive,sample,sample)',
    expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'text' }] },
  },
  metricRelationships: {
    parentMetric: 'urn:li:metric:(urn:li:dataPlatform:hive,sample,outer)',
    derivedFrom: [EDGE],
    relatedMetrics: [EDGE],
  },
  semanticModelInfo: {
    name: 'Model',
    description: 'text',
    externalUrl: 'https://example.org',
    created: STAMP,
    lastModified: STAMP,
    nativeDefinition: 'text',
    datasets: [DATASET],
    relationships: [
      {
        name: 'text',
        from: 'a',
        fromColumns: ['id'],
        to: 'b',
        toColumns: ['id'],
        cardinality: 'N_ONE',
        aiContext: {
          synonyms: ['text'],
          instructions: 'text',
          examples: ['text'],
          customInstructions: 'text',
        },
      },
    ],
  },
  semanticModelProperties: {
    alias: 'text',
    semanticModel: 'urn:li:semanticModel:(urn:li:dataPlatform:hive,sample,sample)',
  },
};
