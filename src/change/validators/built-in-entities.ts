import { isDeepStrictEqual } from 'node:util';
import { SYSTEM_USER } from '../../model/access/built-in.ts';
import { POLICY } from '../../model/access/policy.ts';
import { isEntityItself } from '../../model/aspects/key-aspect.ts';
import type { JsonObject } from '../../util/json.ts';
import { BuiltInEntityError } from '../built-in-entity-error.ts';
import type { AspectChange, RuleContext, Validator } from '../rules.ts';

/**
 * Built-in entities, and policies that are not editable, can only be changed by the server, regardless of the
 * writer's rights.
 */
export const builtInEntities: Validator = {
  name: 'builtInEntities',
  aspects: undefined,
  check: (change, context) => {
    if (context.actor === SYSTEM_USER) return [];
    if (change.entity.name === POLICY.entityType) checkPolicy(change, context);
    else checkFixed(change, context);
    return [];
  },
};

/** Throws FORBIDDEN, in DataHub's words. */
function checkPolicy(change: AspectChange, context: RuleContext): void {
  const { urn } = change;
  if (endsEntity(change, context)) {
    throw forbidden(`System policies can not be deleted. ${urn} belongs to the root user or to a role.`);
  }
  const stored = context.state.row(urn, POLICY.infoAspect)?.aspect.value;
  if (stored?.['editable'] !== false || isWhole(change) || isUnchanged(change)) return;
  throw forbidden(
    `Attempting to edit not editable policy. ${urn} cannot be changed: create your own policy, or change who has the role.`,
  );
}

/** Throws FORBIDDEN. */
function checkFixed(change: AspectChange, context: RuleContext): void {
  const { aspect, urn } = change;
  if (endsEntity(change, context)) throw forbidden(`${urn} is built-in and cannot be deleted.`);
  if (fixedAspects(change, context)?.[aspect.name] === undefined || isUnchanged(change)) return;
  throw forbidden(
    `${urn} is built-in and its ${aspect.name} cannot be changed. Create one of your own instead.`,
  );
}

function fixedAspects(
  { urn }: AspectChange,
  { settings }: RuleContext,
): Readonly<Record<string, JsonObject>> | undefined {
  return settings.fixedEntities?.get(urn);
}

/** Whether the change would delete a fixed entity, or the aspect that makes it one. */
function endsEntity(change: AspectChange, context: RuleContext): boolean {
  const fixed = fixedAspects(change, context);
  if (fixed === undefined) return false;
  if (isWhole(change)) return true;
  const { after, aspect } = change;
  return after === undefined
    ? fixed[aspect.name] !== undefined
    : aspect.name === 'status' && after['removed'] === true;
}

function isWhole({ after, aspect, entity }: AspectChange): boolean {
  return after === undefined && isEntityItself(entity, aspect.name);
}

/** Also true if only the time of the last update differs: importing an export must succeed. */
function isUnchanged({ after, before }: AspectChange): boolean {
  return isDeepStrictEqual(untimed(before), untimed(after));
}

function untimed(value: JsonObject | undefined): JsonObject {
  const { lastUpdatedTimestamp: _, ...others } = value ?? {};
  return others;
}

function forbidden(message: string): BuiltInEntityError {
  return new BuiltInEntityError(message);
}
