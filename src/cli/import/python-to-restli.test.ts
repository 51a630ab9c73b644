import { describe, expect, it } from 'vitest';
import { pythonToRestli } from './python-to-restli.ts';

describe('pythonToRestli', () => {
  it('names the classes of unions as servers do, at any depth, and nothing else', () => {
    const value = {
      'com.linkedin.pegasus2avro.schema.SchemaMetadata': {
        fields: [{ type: { type: { 'com.linkedin.pegasus2avro.schema.NumberType': {} } }, label: null }],
        customProperties: { 'com.linkedin.pegasus2avro.a': '1', 'com.linkedin.pegasus2avro.b': '2' },
      },
    };
    expect(pythonToRestli(value)).toEqual({
      'com.linkedin.schema.SchemaMetadata': {
        fields: [{ type: { type: { 'com.linkedin.schema.NumberType': {} } } }],
        customProperties: { 'com.linkedin.pegasus2avro.a': '1', 'com.linkedin.pegasus2avro.b': '2' },
      },
    });
  });

  it('keeps the discriminated member of an aliased union', () => {
    const cost = { costId: null, costCode: 'x', fieldDiscriminator: 'costCode' };
    expect(pythonToRestli({ cost, costType: 'ORG_COST_TYPE' })).toEqual({
      cost: { costCode: 'x' },
      costType: 'ORG_COST_TYPE',
    });
  });
});
