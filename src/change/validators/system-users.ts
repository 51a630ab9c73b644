import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { ROOT_USER, SYSTEM_USER } from '../../model/access/built-in.ts';
import { isEntityItself } from '../../model/aspects/key-aspect.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectChange, RuleContext, Validator } from '../rules.ts';

const INFO = 'corpUserInfo';

/**
 * System users, such as the root user, cannot be deleted or soft-deleted, and the root user cannot be suspended. Only
 * system users may change whether another user is one. Throws FORBIDDEN, with DataHub's message where it has one.
 */
export const systemUsers: Validator = {
  name: 'systemUsers',
  aspects: undefined,
  check: (change, context) => {
    if (change.entity.name !== 'corpuser' || context.actor === SYSTEM_USER) return [];
    const { after, aspect, urn } = change;
    const isSystem = isSystemUser(urn, context);
    if (isSystem && endsUser(change)) throw forbidden(`System users can not be deleted: ${urn}.`);
    if (urn === ROOT_USER && aspect.name === 'corpUserStatus' && after?.['status'] === 'SUSPENDED')
      throw forbidden(`${ROOT_USER} cannot be suspended: nobody could reactivate it.`);
    if (aspect.name !== INFO || after === undefined || (after['system'] === true) === isSystem) return [];
    if (context.actor !== undefined && isSystemUser(context.actor, context)) return [];
    throw forbidden(
      isSystem
        ? `${urn} is a system user. Only system users may set CorpUserInfo.system to false.`
        : 'Only system users may set CorpUserInfo.system to true.',
    );
  },
};

function endsUser({ after, aspect, entity }: AspectChange): boolean {
  if (after === undefined) return isEntityItself(entity, aspect.name) || aspect.name === INFO;
  return aspect.name === 'status' && after['removed'] === true;
}

function isSystemUser(urn: Urn, { state }: RuleContext): boolean {
  return urn === ROOT_USER || state.row(urn, INFO)?.aspect.value['system'] === true;
}

function forbidden(message: string): CatalogError {
  return new CatalogError('FORBIDDEN', message, because('BUILT_IN'));
}
