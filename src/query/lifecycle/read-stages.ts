import type { LifecycleStages } from '../../model/lifecycle-stage.ts';
import type { MetadataQuery } from '../metadata-query.ts';

/** Creates the part of the read path that lists lifecycle stages. */
export function createStageReading(stages: LifecycleStages): MetadataQuery['lifecycleStages'] {
  return async (scope) => {
    const all = stages.all();
    await scope.settle(all.map(({ urn }) => urn));
    return all.filter(({ urn }) => scope.seesEntity(urn));
  };
}
