import { invalidRequest } from '../../errors.ts';
import type { PlanInput, ProposedDefinition } from '../../model/plan.ts';
import { propertyHolders } from '../../model/properties/property-holders.ts';
import { valueKey } from '../../model/properties/property-value.ts';
import { STRUCTURED_PROPERTY, parseDefinition, propertyValue } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { PLAIN_FLAGS } from '../../query/metadata-query.ts';
import type { JsonObject } from '../../util/json.ts';
import { objects } from '../../util/json/json-members.ts';
import { plainSearch } from '../search/find-entities.ts';
import { plansFor } from '../structured-properties/property-plan.ts';
import type { ProtectedWork } from '../work.ts';
import type { BulkEditRequest } from './bulk-edits.ts';
import { ASSETS_PER_PAGE, findByPage } from './find-assets.ts';
import { definitionsOf, fieldOf, readFieldEdit, type FieldEditText } from './read-edits.ts';
import { because } from '../../refusals.ts';

const { definitionAspect, fieldPrefix } = STRUCTURED_PROPERTY;

/** A definition that removes allowed values, and the change that replaces them first. */
export interface RedefinitionInput {
  readonly definition: ProposedDefinition;
  readonly edits: readonly FieldEditText[];
}

/**
 * Prepares an edit that replaces the removed values of a property in all assets that the caller may see, also
 * soft-deleted ones, and then writes its new definition. Allows the new value first, unless it is a dry run: from then on
 * every step leaves all values valid, so an interruption loses nothing. Throws INVALID_REQUEST unless the only change is
 * `replace` of the property, and VALIDATION for a definition that breaks anything but the removed values.
 */
export async function requestOfRedefinition(
  { definition, edits: texts, isTrial }: RedefinitionInput & { readonly isTrial: boolean },
  work: ProtectedWork,
): Promise<Omit<BulkEditRequest, 'isTrial' | 'runId' | 'since'>> {
  const { urn } = definition;
  const [text, ...others] = texts;
  if (
    text === undefined ||
    others.length > 0 ||
    text.action !== 'replace' ||
    fieldOf(text.field, work) !== urn
  )
    throw invalidRequest(
      `'changes' must be one change of ${urn} with the action 'replace': its removed values, then the new one.`,
      'changes',
      because('INPUT_FORMAT', { name: 'changes', value: urn }),
    );
  await definitionsOf([urn], work);
  const next = parseDefinition(definition.propertyDefinition);
  const edit = readFieldEdit(text, new Map([[urn, next]]), work);
  const redefined = { ...definition, keepValues: true } as const;
  const input: PlanInput = { definitions: [redefined], deletions: [] };
  await plansFor(input, work).plan(input);
  if (!isTrial) await allowNew(definition, work);
  const assets: { readonly urn: Urn; readonly edits: readonly [typeof edit] }[] = [];
  const field = fieldPrefix + next.qualifiedName;
  const criterion = { field, operator: 'EQUAL', values: edit.values.slice(0, -1), negated: false } as const;
  const page = plainSearch({
    entityTypes: propertyHolders(work.settings.registry),
    query: '*',
    filter: [[criterion]],
    count: Math.min(ASSETS_PER_PAGE, work.settings.pageSize),
  });
  const flags = { ...PLAIN_FLAGS, includeSoftDeleted: true, lifecycle: 'any' } as const;
  for await (const urns of findByPage({ ...page, flags }, work))
    for (const one of urns) assets.push({ urn: one, edits: [edit] });
  const { action, values } = edit;
  return {
    about: { definition: { ...definition }, changes: [{ field: urn, action, values }] },
    assets,
    redefines: redefined,
    failures: [],
    lines: new Map(),
  };
}

/** Adds the new allowed values to the stored definition, so that assets can get them. Compatible: it breaks nothing. */
async function allowNew({ propertyDefinition, urn }: ProposedDefinition, work: ProtectedWork): Promise<void> {
  const stored = (await work.query.getEntities([urn], [definitionAspect], work.anyScope)).get(urn);
  const before = stored?.get(definitionAspect)?.value;
  const allowed = objects(before?.['allowedValues']);
  if (before === undefined || allowed.length === 0) return;
  const known = new Set(allowed.map(keyOf));
  const added = objects(propertyDefinition['allowedValues']).filter((one) => !known.has(keyOf(one)));
  if (added.length === 0) return;
  const wider: PlanInput = {
    definitions: [{ urn, propertyDefinition: { ...before, allowedValues: [...allowed, ...added] } }],
    deletions: [],
  };
  await plansFor(wider, work).apply(wider, undefined);
}

function keyOf({ value = null }: JsonObject): string | undefined {
  const read = propertyValue(value);
  return read && valueKey(read);
}
