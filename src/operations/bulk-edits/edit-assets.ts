import { CatalogError } from '../../errors.ts';
import type { AssetChange, AssetEdit } from '../../model/bulk-edit.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { defineInternal } from '../operation.ts';
import { requireOwners } from '../owners/stored-owners.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';
import { cellOf, edited, isLabelField, isTextField, placesOf, sameValues } from './cells.ts';
import { ownerOf, proposalsOf } from './edit-proposals.ts';
import { replacementIn } from './fields/deprecation.ts';
import { requireDescribable } from './fields/description.ts';
import { FIELD_PRIVILEGES, rightFor } from './fields/field-rights.ts';
import { HasValueError } from './has-value-error.ts';
import { digestOf } from './planned-edit.ts';
import { definitionsOf, fieldName } from './read-edits.ts';
import { because } from '../../refusals.ts';

/** Assets of one commit. */
export interface AssetBatch {
  readonly assets: readonly AssetEdit[];
  /** True for a dry run, which only reports what the edit would do. */
  readonly isTrial: boolean;
  /** True for a dry run that is judged as a proposal, for which PROPOSE_CHANGES is enough. */
  readonly isProposed?: boolean | undefined;
  /** Run that the writes belong to. */
  readonly runId?: string | undefined;
  /** Skips the rules of values in a dry run, because a change of the definition precedes the edit. */
  readonly isRedefined?: boolean | undefined;
}

/**
 * Changes fields of assets in one commit, all or none, and returns the actual changes. A dry run returns and refuses
 * the same, but writes nothing. Throws NOT_FOUND for a label, owner, domain or replacement that does not exist.
 */
export const editAssets = defineInternal({
  name: 'editAssets',
  effect: 'write',
  proposing: 'hold',
  about: ({ assets }: AssetBatch) => assets.map(({ urn }) => urn),
  needs: {
    anyOf: FIELD_PRIVILEGES,
    clauses: ({ assets }: AssetBatch, reading) =>
      Promise.all(
        assets.flatMap(({ edits, urn }) => edits.map(({ field }) => rightFor(field, urn, reading))),
      ),
  },
  denial: ([refused]) => `Not authorized to edit the given urn ${refused?.urn ?? ''}.`,
  run: async ({ assets, isRedefined, isTrial, runId }, work): Promise<readonly AssetChange[]> => {
    const fields = [...new Set(assets.flatMap(({ edits }) => edits.map(({ field }) => field)))];
    const definitions = await definitionsOf(fields, work);
    const { aspectNames, holders } = placesOf(
      assets.map(({ edits, urn }) => ({ urn, fields: edits.map(({ field }) => field) })),
    );
    const stored = await work.query.getEntities(holders, aspectNames, work.scope);
    const changes = assets.map((asset): AssetChange => {
      const cells = asset.edits.flatMap((edit) => {
        const before = cellOf(edit.field, asset.urn, stored);
        const after = edited(before, edit);
        const isPlanned = edit.read !== undefined;
        if (isPlanned && edit.read !== digestOf(before))
          throw new CatalogError(
            'CONFLICT',
            `'${fieldName(edit.field)}' of ${asset.urn} changed after it was read for this edit.`,
            because('PLAN_OUTDATED'),
          );
        if (sameValues(before, after)) return [];
        const [former = ''] = before;
        const isSingle = isTextField(edit.field) || definitions.get(edit.field)?.cardinality === 'SINGLE';
        if (edit.action === 'add' && isSingle && before.length > 0)
          throw new HasValueError(fieldName(edit.field), former);
        const isRestored = edit.action === 'restore';
        return [
          {
            field: edit.field,
            before,
            after,
            isConditional: isPlanned || isRestored,
            ...(edit.action === 'restore' ? { elements: edit.elements } : { origin: edit.origin }),
          },
        ];
      });
      return { urn: asset.urn, cells };
    });
    const changed = changes.filter(({ cells }) => cells.length > 0);
    await requireLabels(assets, work);
    await requireDescribable(changed, stored, work);
    const proposals = proposalsOf(changed, stored, definitions, work);
    const ofRun = runId === undefined ? {} : { systemMetadata: { runId } };
    if (proposals.length > 0 && !(isTrial && isRedefined === true)) {
      await work.writes.ingest(
        proposals.map((proposal) => ({ ...proposal, ...ofRun })),
        { isTrial },
      );
    }
    return changed;
  },
});

/**
 * Throws NOT_FOUND for a label, owner, domain or replacement of the edits that does not exist or is hidden from the
 * caller.
 */
export async function requireLabels(assets: readonly Pick<AssetEdit, 'edits'>[], work: Work): Promise<void> {
  const named = new Map<string, EntityReference & { readonly field: string }>();
  const owners = new Map<string, ReturnType<typeof ownerOf>>();
  for (const edit of assets.flatMap(({ edits }) => edits)) {
    const { action, field, values } = edit;
    const replacement = field === 'deprecation' && action !== 'restore' ? replacementIn(values) : undefined;
    if (replacement !== undefined) named.set(replacement, { ...work.references.parse(replacement), field });
    if (!isLabelField(field) || action === 'remove') continue;
    const isThere = (value: string): boolean => action === 'restore' && edit.written.includes(value);
    for (const value of values) {
      if (isThere(value)) continue;
      if (field === 'owners') owners.set(value, ownerOf(value, work));
      else named.set(value, { ...work.references.parse(value), field: fieldName(field) });
    }
  }
  await requireExisting(
    [...named.values()],
    (urn) => `'${named.get(urn)?.field ?? ''}' cannot have ${urn}: it does not exist. Create it first.`,
    work,
  );
  await requireOwners([...owners.values()], work);
}
