import type { JsonObject } from '../../util/json.ts';
import { isUrn, urnParts, type Urn } from '../../model/urn.ts';
import { derivedBy, isDerived } from '../../model/aspects/server-aspects.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { objects, texts } from '../../util/json/json-members.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import type { Step } from '../decision-step.ts';
import type { RuleContext } from '../rules.ts';
import { NOTHING_FOLLOWS, type SideEffect } from './side-effect.ts';

const [LINEAGE, SUBTYPES, SIBLINGS] = ['upstreamLineage', 'subTypes', 'siblings'];
const DATASET = 'dataset';
const DBT = 'urn:li:dataPlatform:dbt';
/** Subtypes of a dbt source, by older and newer versions of dbt's ingestion. */
const SOURCE_TYPES = ['Source', 'source'];

/**
 * Makes a dbt model or source and its table in the warehouse siblings, with dbt's as the primary one, if their
 * lineage states it: the table is downstream of one dbt model, or the only upstream of a dbt source. Leaves siblings
 * written by others unchanged, and removes derived ones when the lineage no longer states them. A hard-deleted
 * dataset is removed from siblings.
 *
 * The dataset with the lineage always gets its sibling, whether or not that exists, so that nothing about the sibling
 * leaks. The sibling is updated if the writer may edit it, and created, as in DataHub, if the writer may create it.
 */
export const dbtSiblings: SideEffect = {
  name: 'dbtSiblings',
  entityTypes: [DATASET],
  aspects: [LINEAGE, SUBTYPES, SIBLINGS],
  isOfRun: false,
  follow: (step) => {
    const { context, isFollowUp, urn } = step;
    const { state } = context;
    if (isFollowUp === true) return NOTHING_FOLLOWS;
    const before = pairOf(urn, state);
    const partners = siblingsOf(urn, state);
    return () => {
      if (state.entity(urn) === undefined)
        return partners.flatMap((partner) => withoutSibling(partner, urn, state));
      const after = pairOf(urn, state);
      const isEnded = before !== undefined && (after === undefined || !isSamePair(before, after));
      const unlinked = isEnded ? unlinking(before, step) : [];
      const named = after ?? pairNamedBy(urn, state);
      if (named === undefined) return unlinked;
      const free = unlinked.map((change) => change.urn);
      const linked = linking(named, free, step);
      return [
        ...unlinked.filter((change) => !linked.some(({ urn: other }) => other === change.urn)),
        ...linked,
      ];
    };
  },
};

/** A dbt dataset and the table that it produces or reads. */
interface Pair {
  readonly dbt: Urn;
  readonly table: Urn;
}

/** One dataset of a pair, with its sibling. */
interface Side {
  readonly urn: Urn;
  readonly sibling: Urn;
  readonly primary: boolean;
}

const knownUpstreams = new WeakMap<JsonObject, readonly Urn[]>();

/** The upstreams of a lineage, which a batch of changes reads many times. */
function upstreamsOf(lineage: JsonObject | undefined): readonly Urn[] {
  if (lineage === undefined) return [];
  const known = knownUpstreams.get(lineage);
  if (known !== undefined) return known;
  const upstreams = objects(lineage['upstreams']).flatMap(({ dataset }) =>
    typeof dataset === 'string' && isUrn(dataset) ? [dataset] : [],
  );
  knownUpstreams.set(lineage, upstreams);
  return upstreams;
}

/** The pair that the lineage of the dataset states. */
function pairOf(urn: Urn, state: CurrentState): Pair | undefined {
  const upstreams = upstreamsOf(state.row(urn, LINEAGE)?.aspect.value);
  if (upstreams.length === 0) return undefined;
  if (!isOfDbt(urn)) {
    const [dbt, ...others] = new Set(upstreams.filter(isOfDbt));
    return dbt === undefined || others.length > 0 ? undefined : { dbt, table: urn };
  }
  const [table, ...others] = upstreams;
  if (table === undefined || others.length > 0 || isOfDbt(table)) return undefined;
  const subtypes = texts(state.row(urn, SUBTYPES)?.aspect.value['typeNames']);
  return SOURCE_TYPES.some((type) => subtypes.includes(type)) ? { dbt: urn, table } : undefined;
}

/** The pair that the lineage of its only sibling states, as after the dataset came back. */
function pairNamedBy(urn: Urn, state: CurrentState): Pair | undefined {
  const [sibling, ...others] = siblingsOf(urn, state);
  const pair = sibling === undefined || others.length > 0 ? undefined : pairOf(sibling, state);
  return pair !== undefined && (pair.dbt === urn || pair.table === urn) ? pair : undefined;
}

/** Whether the lineage of this dataset states the pair. */
function states(urn: Urn, pair: Pair, state: CurrentState): boolean {
  const stated = pairOf(urn, state);
  return stated !== undefined && isSamePair(stated, pair);
}

function isSamePair(a: Pair, b: Pair): boolean {
  return a.dbt === b.dbt && a.table === b.table;
}

/** Both datasets of a pair, each with the other as its sibling. */
function sidesOf({ dbt, table }: Pair): readonly Side[] {
  return [
    { urn: dbt, sibling: table, primary: true },
    { urn: table, sibling: dbt, primary: false },
  ];
}

/** Makes both datasets siblings, unless the step's dataset has another sibling. `free`: datasets about to lose theirs. */
function linking(pair: Pair, free: readonly Urn[], step: Step): readonly MetadataChangeProposal[] {
  const { context, urn: own } = step;
  const { state } = context;
  const sides = sidesOf(pair).filter(
    ({ sibling, urn }) => free.includes(urn) || siblingsOf(urn, state).every((known) => known === sibling),
  );
  if (!sides.some(({ urn }) => urn === own)) return [];
  return sides
    .filter(({ sibling, urn }) => free.includes(urn) || !siblingsOf(urn, state).includes(sibling))
    .filter(({ urn }) => urn === own || states(urn, pair, state) || isOpen(urn, context))
    .map(({ primary, sibling, urn }) => change(urn, [sibling], primary));
}

/**
 * Removes the siblings that follow from the pair alone. A dataset keeps its sibling if its lineage still states the
 * pair; the step's dataset also if the other's lineage states it and the writer may write to the other.
 */
function unlinking(pair: Pair, { context, urn: own }: Step): readonly MetadataChangeProposal[] {
  const { state } = context;
  const isKept = ({ sibling, urn }: Side): boolean =>
    states(urn, pair, state) || (urn === own && states(sibling, pair, state) && isOpen(sibling, context));
  return sidesOf(pair)
    .filter((side) => isOwn(side, state) && !isKept(side))
    .map(({ primary, urn }) => change(urn, [], primary));
}

/** Whether the server derived the sibling, and it is the only one. */
function isOwn({ sibling, urn }: Side, state: CurrentState): boolean {
  const aspect = state.row(urn, SIBLINGS)?.aspect;
  const siblings = siblingsOf(urn, state);
  return aspect !== undefined && isDerived(aspect) && siblings.length === 1 && siblings.includes(sibling);
}

/** Whether the writer may write the siblings of a dataset other than the changed one. */
function isOpen(urn: Urn, { affected, found }: RuleContext): boolean {
  const exists = found.entity(urn) !== undefined;
  return affected === undefined || affected.allows({ kind: 'other', urn, aspectName: SIBLINGS, exists });
}

function withoutSibling(urn: Urn, gone: Urn, state: CurrentState): readonly MetadataChangeProposal[] {
  const row = state.row(urn, SIBLINGS);
  const siblings = siblingsOf(urn, state);
  if (row === undefined || !siblings.includes(gone)) return [];
  const left = siblings.filter((sibling) => sibling !== gone);
  return [change(urn, left, row.aspect.value['primary'] === true)];
}

function change(urn: Urn, siblings: readonly Urn[], primary: boolean): MetadataChangeProposal {
  return {
    urn,
    aspectName: SIBLINGS,
    changeType: 'UPSERT',
    value: { siblings, primary },
    systemMetadata: derivedBy(SIBLINGS),
  };
}

function siblingsOf(urn: Urn, state: CurrentState): readonly Urn[] {
  return texts(state.row(urn, SIBLINGS)?.aspect.value['siblings']).filter(isUrn);
}

function isOfDbt(urn: Urn): boolean {
  return urnParts(urn).key[0] === DBT;
}
