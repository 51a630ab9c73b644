import type { JsonObject } from '../../util/json.ts';
import { words } from '../../util/json/json-members.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { readEntities } from './read-entities.ts';
import type { Reading } from '../work.ts';

const RELATIONSHIPS = 'dataProcessInstanceRelationships';

/** Names that DataHub's events have for the template of a run, by its entity type. */
const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ['dataFlow', 'dataFlowUrn'],
  ['dataJob', 'dataJobUrn'],
]);

/** What events tell of the parents of runs of processes, by the urns of the runs. */
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
