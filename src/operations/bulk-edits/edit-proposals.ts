import type { EntityAspects } from '../../model/aspect.ts';
import type { AssetChange, CellChange } from '../../model/bulk-edit.ts';
import type { Urn } from '../../model/urn.ts';
import { patchOf, put, take, upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import type { JsonObject } from '../../util/json.ts';
import { object, objects, text } from '../../util/json/json-members.ts';
import { ownerPath, storedOwner } from '../owners/stored-owners.ts';
import type { LabelKind } from '../tags/stored-labels.ts';
import { stampNow } from '../stamp-now.ts';
import { ASSIGNMENTS, BY_PROPERTY } from '../structured-properties/assignments.ts';
import { conditionOf } from '../undo/run/reversal.ts';
import type { Work } from '../work.ts';
import { LABEL_ASPECTS, elementTexts, isAssetField, ownerText, placeOf, splitOwner } from './cells.ts';
import { labelKind, labelPath } from './fields/column-labels.ts';
import { deprecationProposal } from './fields/deprecation.ts';
import { descriptionProposal } from './fields/description.ts';
import type { Definitions } from './read-edits.ts';

/**
 * The proposals that change cells of assets: one patch per aspect, so that other members are kept. Proposals that
 * restore or apply planned values are conditional on the version that was read. `stored`: the aspects that hold the cells.
 */
export function proposalsOf(
  changes: readonly AssetChange[],
  stored: ReadonlyMap<Urn, EntityAspects>,
  definitions: Definitions,
  work: Work,
): readonly MetadataChangeProposal[] {
  return joinedPatches(changes.flatMap((one) => proposalsOfAsset(one, stored, definitions, work)));
}

/** The proposals with one patch in place of several of one aspect: the columns of a dataset share one. */
function joinedPatches(proposals: readonly MetadataChangeProposal[]): readonly MetadataChangeProposal[] {
  const byAspect = Map.groupBy(proposals, ({ aspectName, urn }) => `${aspectName} ${urn}`);
  return [...byAspect.values()].flatMap((ofAspect) => {
    const [first] = ofAspect;
    if (first?.changeType !== 'PATCH' || ofAspect.length === 1) return ofAspect;
    const operations = ofAspect.flatMap((one) => (one.changeType === 'PATCH' ? one.patch.operations : []));
    return [{ ...first, patch: { ...first.patch, operations } }];
  });
}

function proposalsOfAsset(
  { cells, urn }: AssetChange,
  stored: ReadonlyMap<Urn, EntityAspects>,
  definitions: Definitions,
  work: Work,
): readonly MetadataChangeProposal[] {
  const labels = cells.flatMap((cell) => fieldProposals(urn, cell, stored.get(urn), work));
  const values = cells.flatMap((cell) => valueOperations(cell, definitions, work));
  const assignment = patchOf(urn, ASSIGNMENTS, values, BY_PROPERTY);
  const proposals =
    values.length === 0 ? labels : [...labels, { ...assignment, stampAssignments: stampNow(work) }];
  if (cells.every(({ isConditional }) => isConditional !== true)) return proposals;
  return proposals.map((proposal) => {
    const read = stored.get(proposal.urn)?.get(proposal.aspectName);
    return { ...proposal, condition: conditionOf(read) };
  });
}

function fieldProposals(
  urn: Urn,
  cell: CellChange,
  aspects: EntityAspects | undefined,
  work: Work,
): readonly MetadataChangeProposal[] {
  const { after, before, field } = cell;
  const stamp = { ...stampNow(work) };
  const kind = labelKind(field);
  if (kind !== undefined) return [labelProposal(urn, kind, cell, work)];
  switch (field) {
    case 'owners': {
      const gone = new Set(without(before, after));
      const stored = objects(aspects?.get(LABEL_ASPECTS.owners)?.value['owners']);
      const added = without(after, before).flatMap((owner) =>
        storedAs(owner, cell, { ...ownerOf(owner, work), ...attributed(cell, work) }),
      );
      const operations = [
        ...added.map((owner) => put(ownerPath(owner), owner)),
        ...stored.filter((owner) => gone.has(ownerText(owner))).map((owner) => take(ownerPath(owner))),
      ];
      return [patchOf(urn, LABEL_ASPECTS.owners, [...operations, put(['lastModified'], stamp)])];
    }
    case 'domain':
      return [upsertOf(urn, LABEL_ASPECTS.domain, { domains: after })];
    case 'description':
      return descriptionProposal(urn, after);
    case 'deprecation':
      return [deprecationProposal(urn, after, cell.elements?.[0], work)];
    default:
      return [];
  }
}

/** The patch of labels of an asset, or of a column in the aspect of its dataset. */
function labelProposal(urn: Urn, kind: LabelKind, cell: CellChange, work: Work): MetadataChangeProposal {
  const { isStamped, key, list } = kind;
  const { after, before, field } = cell;
  const { aspectName, holder } = placeOf(field, urn) ?? { aspectName: kind.aspectName, holder: urn };
  const at = labelPath(kind, urn);
  return patchOf(holder, aspectName, [
    ...without(after, before).flatMap((label) =>
      storedAs(label, cell, { [key]: label, ...attributed(cell, work) }).map((one) =>
        put([...at, list, label, sourceOf(one)], one),
      ),
    ),
    ...without(before, after).map((label) => take([...at, list, label])),
    ...(isStamped ? [put([...at, 'auditStamp'], { ...stampNow(work) })] : []),
  ]);
}

/** The elements to store for a value; a restored value has one per source that attributed it. */
function storedAs(value: string, { elements, field }: CellChange, plain: JsonObject): readonly JsonObject[] {
  const restored = (elements ?? []).filter((element) => elementTexts(field, element).includes(value));
  return restored.length > 0 ? restored : [plain];
}

/** The attribution of values that an edit along lineage gives, in the words that DataHub has for propagated ones. */
function attributed({ origin }: CellChange, work: Work): JsonObject {
  if (origin === undefined) return {};
  return { attribution: { ...stampNow(work), source: origin, sourceDetail: { propagated: 'true', origin } } };
}

/** The second key of labels: the source of the attribution, or nothing. */
function sourceOf(element: JsonObject): string {
  return text(object(element['attribution'])?.['source']) ?? '';
}

function valueOperations(cell: CellChange, definitions: Definitions, work: Work): readonly PatchOperation[] {
  const { after, before, elements: [restored] = [], field } = cell;
  if (isAssetField(field)) return [];
  if (after.length === 0) return [take(['properties', field])];
  if (restored !== undefined) return [put(['properties', field], restored)];
  const isNumber = definitions.get(field)?.valueType === 'number';
  const values = after.map((text) => (isNumber ? { double: Number(text) } : { string: text }));
  // One attribution counts for all values of the property: none for values that were there before.
  const isNew = after.every((value) => !before.includes(value));
  return [put(['properties', field], { propertyUrn: field, values, ...(isNew && attributed(cell, work)) })];
}

/** The owner in a text that `readFieldEdit` has validated. */
export function ownerOf(text: string, { references }: Pick<Work, 'references'>) {
  const { owner, ownershipType } = splitOwner(text);
  const type = ownershipType === undefined ? {} : { ownershipType: references.parse(ownershipType) };
  return storedOwner({ owner: references.parse(owner), ...type });
}

function without(values: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return values.filter((value) => !known.has(value));
}
