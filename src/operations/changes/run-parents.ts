import type { JsonObject } from '../../util/json.ts';
import { words } from '../../util/json/json-members.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { readEntities } from './read-entities.ts';
import type { Reading } from '../work.ts';

const RELATIONSHIPS = 'dataProcessInstanceRelationships';

/** Member names of the template of a run in DataHub's events, by entity type. */
const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ['dataFlow', 'dataFlowUrn'],
  ['dataJob', 'dataJobUrn'],
]);

/** Parents of process runs in the form of DataHub's events, by urn of the run. */
export async function runParents(
  urns: readonly Urn[],
  reading: Reading,
): Promise<ReadonlyMap<Urn, JsonObject>> {
  const found = await readEntities(urns, [RELATIONSHIPS], reading);
  return new Map(
    [...found].map(([urn, aspects]) => {
      const { parentInstance, parentTemplate } = aspects.get(RELATIONSHIPS)?.value ?? {};
      const [instance, template] = [words(parentInstance), words(parentTemplate)];
      const name =
        template !== undefined && isUrn(template) ? TEMPLATES.get(entityTypeOf(template)) : undefined;
      return [
        urn,
        {
          ...(instance !== undefined && { parentInstanceUrn: instance }),
          ...(name !== undefined && { [name]: template }),
        },
      ];
    }),
  );
}
