import { expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { toAspectRow } from './stored-rows.ts';

it('reads a cost that was stored with its discriminator in its wire form', () => {
  const urn = parseUrn('urn:li:mlModel:(urn:li:dataPlatform:science,scored,PROD)');
  const { aspect } = toAspectRow(urn, 'cost', {
    metadata: '{"costType":"ORG_COST_TYPE","cost":{"costId":1.0,"fieldDiscriminator":"costId"}}',
    systemmetadata: '{"lastObserved":0,"runId":"a"}',
    createdon: 0,
    createdby: 'urn:li:corpuser:a',
    sequence: 1,
    internal: null,
  });
  expect(aspect.text).toBe('{"costType":"ORG_COST_TYPE","cost":{"costId":1.0}}');
  expect(aspect.value).toEqual({ costType: 'ORG_COST_TYPE', cost: { costId: 1 } });
});
