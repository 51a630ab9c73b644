import { CatalogError } from '../../errors.ts';
import { VIEW, creatorOf, isPersonal } from '../../model/access/personal.ts';
import type { Step } from '../decision-step.ts';

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
