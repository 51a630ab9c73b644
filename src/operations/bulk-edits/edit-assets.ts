import type { AssetChange, AssetEdit, EditField } from '../../model/bulk-edit.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { clauseOf } from '../needs.ts';
import { defineInternal } from '../operation.ts';
import { requireOwners } from '../owners/stored-owners.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';
import { aspectOf, cellOf, edited, isLabelField, sameValues } from './cells.ts';
import { ownerOf, proposalsOf } from './edit-proposals.ts';
import { HasValueError } from './has-value-error.ts';
import { definitionsOf, fieldName } from './read-edits.ts';

/** Assets of one commit. */
export interface AssetBatch {
  readonly assets: readonly AssetEdit[];
  /** True for a dry run, which only reports what the edit would do. */
  readonly isTrial: boolean;
  /** Run that the writes belong to. */
  readonly runId?: string | undefined;
  /** Skips the rules of values in a dry run, because a change of the definition precedes the edit. */
  readonly isRedefined?: boolean | undefined;
}

const PRIVILEGES = {
  tags: 'EDIT_ENTITY_TAGS',
  terms: 'EDIT_ENTITY_GLOSSARY_TERMS',
  owners: 'EDIT_ENTITY_OWNERS',
  domain: 'EDIT_DOMAINS_PRIVILEGE',
} as const;
const OF_PROPERTIES = 'EDIT_ENTITY_PROPERTIES';

/** The privilege on an asset that is required to change the field. */
export function privilegeFor(field: EditField): string {
  return isLabelField(field) ? PRIVILEGES[field] : OF_PROPERTIES;
}

/**
 * Changes fields of assets in one commit, all or none, and returns the actual changes. A dry run returns and refuses
 * the same, but writes nothing. Throws NOT_FOUND for a label, owner or domain that does not exist.
 */
export const editAssets = defineInternal({
  name: 'editAssets',
  effect: 'write',
  about: ({ assets }: AssetBatch) => assets.map(({ urn }) => urn),
  needs: {
    anyOf: [...Object.values(PRIVILEGES), OF_PROPERTIES],
    clauses: ({ assets }: AssetBatch) =>
      assets.flatMap((asset) => asset.edits.map(({ field }) => clauseOf([privilegeFor(field)], asset))),
  },
  denial: ([refused]) => `Not authorized to edit the given urn ${refused?.urn ?? ''}.`,
  run: async ({ assets, isRedefined, isTrial, runId }, work): Promise<readonly AssetChange[]> => {
    const fields = [...new Set(assets.flatMap(({ edits }) => edits.map(({ field }) => field)))];
    const definitions = await definitionsOf(fields, work);
    const urns = assets.map(({ urn }) => urn);
    const stored = await work.query.getEntities(urns, [...new Set(fields.map(aspectOf))], work.scope);
    const changes = assets.map((asset): AssetChange => {
      const cells = asset.edits.flatMap((edit) => {
        const before = cellOf(edit.field, stored.get(asset.urn));
        const after = edited(before, edit);
        if (sameValues(before, after)) return [];
        const [former = ''] = before;
        const isSingle = definitions.get(edit.field)?.cardinality === 'SINGLE';
        if (edit.action === 'add' && isSingle && before.length > 0)
          throw new HasValueError(fieldName(edit.field), former);
        return [
          { field: edit.field, before, after, ...(edit.action === 'restore' && { elements: edit.elements }) },
        ];
      });
      return { urn: asset.urn, cells };
    });
    const changed = changes.filter(({ cells }) => cells.length > 0);
    await requireLabels(assets, work);
    const proposals = changed.flatMap((one) => proposalsOf(one, stored.get(one.urn), definitions, work));
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

/** Throws NOT_FOUND for a label, owner or domain of the edits that does not exist or is hidden from the caller. */
export async function requireLabels(assets: readonly Pick<AssetEdit, 'edits'>[], work: Work): Promise<void> {
  const named = new Map<string, EntityReference & { readonly field: string }>();
  const owners = new Map<string, ReturnType<typeof ownerOf>>();
  for (const edit of assets.flatMap(({ edits }) => edits)) {
    const { action, field, values } = edit;
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
