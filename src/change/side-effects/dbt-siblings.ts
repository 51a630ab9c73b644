import { isUrn, urnParts, type Urn } from '../../model/urn.ts';
import { derivedBy, isDerived } from '../../model/aspects/server-aspects.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { objects, texts } from '../../util/json/json-members.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import { NOTHING_FOLLOWS, type SideEffect } from './side-effect.ts';

const [LINEAGE, SUBTYPES, SIBLINGS] = ['upstreamLineage', 'subTypes', 'siblings'];
const DATASET = 'dataset';
const DBT = 'urn:li:dataPlatform:dbt';
/** Subtypes of a dbt source, by older and newer versions of dbt's ingestion. */
const SOURCE_TYPES = ['Source', 'source'];

/**
 * Makes a dbt model or source and its table in the warehouse siblings, with dbt's as the primary one, as their lineage
 * says: the table is downstream of one dbt model, or the only upstream of a dbt source. Leaves siblings alone that were
 * written by others, and takes back its own ones when the lineage no longer says so. A sibling that is missing is created, as
 * in DataHub, because its source may be ingested later. What is deleted for good is no sibling any more.
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
      const after = pairOf(urn, state) ?? pairNamedBy(urn, state);
      const isKept = before === undefined || (after !== undefined && isSamePair(before, after));
      const ended = isKept || isStated(before, state) ? undefined : before;
      const unlinked = ended === undefined ? [] : unlinking(ended, state);
      if (after === undefined) return unlinked;
      const free = unlinked.map((change) => change.urn);
      const linked = linking(after, free, state);
      return [
        ...unlinked.filter((change) => !linked.some(({ urn: other }) => other === change.urn)),
        ...linked,
      ];
    };
  },
};

/** A dataset of dbt and the table that it makes or reads. */
interface Pair {
  readonly dbt: Urn;
  readonly table: Urn;
}

/** The pair that the lineage of the dataset states. */
function pairOf(urn: Urn, state: CurrentState): Pair | undefined {
  const upstreams = objects(state.row(urn, LINEAGE)?.aspect.value['upstreams']).flatMap(({ dataset }) =>
    typeof dataset === 'string' && isUrn(dataset) ? [dataset] : [],
  );
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

/** Whether the lineage of one of the two states the pair. */
function isStated(pair: Pair, state: CurrentState): boolean {
  return [pair.dbt, pair.table].some((urn) => {
    const stated = pairOf(urn, state);
    return stated !== undefined && isSamePair(stated, pair);
  });
}

function isSamePair(a: Pair, b: Pair): boolean {
  return a.dbt === b.dbt && a.table === b.table;
}

/** Makes both siblings, unless one of them has another one. `free`: those that are about to have none. */
function linking(
  { dbt, table }: Pair,
  free: readonly Urn[],
  state: CurrentState,
): readonly MetadataChangeProposal[] {
  const canHave = (urn: Urn, sibling: Urn): boolean =>
    free.includes(urn) || siblingsOf(urn, state).every((known) => known === sibling);
  if (!canHave(dbt, table) || !canHave(table, dbt)) return [];
  return [...siblingChange(dbt, table, true, state), ...siblingChange(table, dbt, false, state)];
}

/** The write of a sibling; none where the siblings have been stated already, whichever of them is the primary one. */
function siblingChange(
  urn: Urn,
  sibling: Urn,
  primary: boolean,
  state: CurrentState,
): readonly MetadataChangeProposal[] {
  return siblingsOf(urn, state).includes(sibling) ? [] : [change(urn, [sibling], primary)];
}

function unlinking({ dbt, table }: Pair, state: CurrentState): readonly MetadataChangeProposal[] {
  const isOwn = (urn: Urn, sibling: Urn): boolean => {
    const aspect = state.row(urn, SIBLINGS)?.aspect;
    const siblings = siblingsOf(urn, state);
    return aspect !== undefined && isDerived(aspect) && siblings.length === 1 && siblings.includes(sibling);
  };
  return [
    ...(isOwn(dbt, table) ? [change(dbt, [], true)] : []),
    ...(isOwn(table, dbt) ? [change(table, [], false)] : []),
  ];
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
