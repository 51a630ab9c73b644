import { isDeepStrictEqual } from 'node:util';
import { VIEW, creatorOf, isPersonal } from '../../model/access/personal.ts';
import type { Validator } from '../rules.ts';
import { CatalogError } from '../../errors.ts';
import type { Step } from '../decision-step.ts';
import { because } from '../../refusals.ts';

/**
 * A view belongs to its creator: nobody may create one for somebody else or transfer it. The root actor may, because
 * it moves whole catalogs.
 */
export const viewCreator: Validator = {
  name: 'viewCreator',
  aspects: [VIEW.infoAspect],
  check: ({ after, row, urn }, { viewer }) => {
    if (viewer === undefined || after === undefined) return [];
    const stored = row?.aspect.value['created'];
    if (stored === undefined) {
      const creator = creatorOf(after);
      if (creator === viewer) return [];
      const message = `created.actor of ${urn} must be ${viewer}, who creates the view, not ${creator}.`;
      return [{ message, field: 'created.actor', ...because('VIEW_CREATOR') }];
    }
    if (isDeepStrictEqual(stored, after['created'])) return [];
    const message = `created of a view cannot change. Send ${JSON.stringify(stored)} for ${urn}.`;
    return [{ message, field: 'created', ...because('VIEW_CREATOR') }];
  },
};

/**
 * Throws FORBIDDEN when the step writes to a personal view that another user created, regardless of the writer's
 * privileges. Runs before conditions and patches, because their errors would reveal what the view contains.
 */
export function checkViewCreator({ context, entity, urn }: Pick<Step, 'context' | 'entity' | 'urn'>): void {
  const { state, viewer } = context;
  if (viewer === undefined || entity.name !== VIEW.entityType) return;
  const info = state.row(urn, VIEW.infoAspect)?.aspect.value;
  if (info === undefined || !isPersonal(info) || creatorOf(info) === viewer) return;
  throw new CatalogError(
    'FORBIDDEN',
    `${urn} is a personal view of another user, and no privilege allows changing it. Use another urn for your view.`,
  );
}
