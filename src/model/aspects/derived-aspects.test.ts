import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import { derivedAspectNames, derivedAspects } from './derived-aspects.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import { entityTypeOf, parseUrn } from '../urn.ts';

const registry = loadRegistry(readRegistry());

function derived(text: string, isWanted: (name: string) => boolean = () => true): Record<string, unknown> {
  const urn = parseUrn(text);
  const spec = registry.findEntity(entityTypeOf(urn));
  if (spec === undefined) throw new Error(`no entity type for ${text}`);
  const origin = {
    urn,
    created: { time: 5, actor: parseUrn('urn:li:corpuser:a') },
    systemMetadata: { lastObserved: 5, runId: 'r' },
  };
  return Object.fromEntries(
    derivedAspects(spec, origin, isWanted).map((aspect) => {
      expect(aspect).toMatchObject({
        urn,
        sequence: 0,
        created: origin.created,
        systemMetadata: origin.systemMetadata,
      });
      return [aspect.aspectName, aspect.value];
    }),
  );
}

describe('derivedAspects', () => {
  it('derives key, platform and browse path of a dataset', () => {
    expect(derived('urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)')).toEqual({
      datasetKey: { platform: 'urn:li:dataPlatform:hive', name: 'db.orders', origin: 'PROD' },
      dataPlatformInstance: { platform: 'urn:li:dataPlatform:hive' },
      browsePathsV2: { path: [{ id: 'Default' }] },
    });
  });

  it.each([
    ['urn:li:chart:(Looker,1)', 'looker'],
    ['urn:li:dashboard:(superset,1)', 'superset'],
    ['urn:li:dataFlow:(airflow,dag,prod)', 'airflow'],
    ['urn:li:dataJob:(urn:li:dataFlow:(airflow,dag,prod),task)', 'airflow'],
    ['urn:li:notebook:(querybook,1)', 'querybook'],
    ['urn:li:mlModel:(urn:li:dataPlatform:science,m,PROD)', 'science'],
  ])('derives the platform of %s', (urn, platform) => {
    expect(derived(urn)['dataPlatformInstance']).toEqual({ platform: `urn:li:dataPlatform:${platform}` });
  });

  it('derives no platform if the key has none, and only aspects of the entity type', () => {
    expect(derived('urn:li:container:c')).toEqual({
      containerKey: { guid: 'c' },
      browsePathsV2: { path: [{ id: 'Default' }] },
    });
    expect(derived('urn:li:tag:t')).toEqual({ tagKey: { name: 't' } });
  });

  it('derives only wanted aspects', () => {
    expect(derived('urn:li:chart:(looker,1)', (name) => name === 'browsePathsV2')).toEqual({
      browsePathsV2: { path: [{ id: 'Default' }] },
    });
    expect(derived('urn:li:chart:(looker,1)', () => false)).toEqual({});
  });

  it('lists the derivable aspects', () => {
    const spec = registry.entities.get('tag');
    expect(spec && derivedAspectNames(spec)).toEqual(['tagKey']);
  });
});
