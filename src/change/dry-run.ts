import { CatalogError } from '../errors.ts';
import {
  breakingReasons,
  isDefinitionVersion,
  lostValuesOnly,
  latestVersion,
  versionAllowsBreaking,
  type BreakingReason,
} from '../model/properties/definition-change.ts';
import type { DefinitionLoss, PlanInput, ProposedDefinition, ProposedDeletion } from '../model/plan.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Sequence } from '../model/sequence.ts';
import {
  STRUCTURED_PROPERTY,
  parseDefinition,
  type PropertyDefinition,
} from '../model/structured-property.ts';
import { DEFINITION_ASPECTS } from '../model/properties/definition-parts.ts';
import type { Urn } from '../model/urn.ts';
import type { AspectRow } from '../store/entity-rows.ts';
import type { CurrentState, DecidedCommit } from '../store/metadata-store.ts';
import type { Steps } from '../util/concurrency/steps.ts';
import type { JsonObject } from '../util/json.ts';
import { decideInSteps, type DecideInput } from './decide.ts';
import type { AffectedGeneration, ChangeResult, DryRun, PropertyChange } from './metadata-change.ts';
import { definitionProposals, planProposals, requireExisting, requireOneName } from './plan-proposals.ts';
import { generationOf, highestVersionOf, isSoftDeleted } from './properties/property-state.ts';
import { resolveInSteps } from './resolve-proposal.ts';
import { breakingRemedy } from './validators/definitions/definition-evolution.ts';

/** Inputs of a dry run besides the stored state. */
export interface DryRunInput extends Omit<DecideInput, 'proposals'> {
  readonly input: PlanInput;
}

/** Decides like a write, but returns a report and no row writes. Runs in steps, at least one per property. */
export function decideNothing(
  dryRun: DryRunInput,
): (state: CurrentState, sequence: Sequence) => Steps<DecidedCommit<DryRun>> {
  return function* (state, sequence) {
    const { definitions, deletions } = dryRun.input;
    // Report errors in the input itself before errors that depend on the stored state.
    planProposals(dryRun.input);
    requireExisting(deletions, state);
    const tried: ProposedDefinition[] = [];
    for (const proposed of definitions) {
      tried.push(yield* withSomeVersion(proposed, dryRun, state, sequence));
      yield;
    }
    const results = yield* run(planProposals({ definitions: tried, deletions }), dryRun, state, sequence);
    requireOneName(definitions, state);
    const byUrn = Map.groupBy(results, ({ urn }) => urn);
    const changes: PropertyChange[] = [];
    for (const [i, proposed] of tried.entries()) {
      const written = byUrn.get(proposed.urn) ?? [];
      changes.push(
        definitionChange(proposed, definitions[i] ?? proposed, written, { state, now: dryRun.stamp.time }),
      );
      yield;
    }
    for (const deletion of deletions) {
      changes.push(deletionChange(deletion, state));
      yield;
    }
    return { writes: [], entries: [], created: dryRun.stamp, result: { sequence: sequence - 1, changes } };
  };
}

function* run(
  proposals: readonly MetadataChangeProposal[],
  { stamp, registry, settings }: DryRunInput,
  state: CurrentState,
  sequence: Sequence,
): Steps<readonly ChangeResult[]> {
  const resolved = yield* resolveInSteps(proposals, registry);
  const decided = yield* decideInSteps({ proposals: resolved, stamp, registry, settings })(state, sequence);
  return decided.result;
}

/** The definition, with a version that permits the change if it is breaking and the definition's version does not. */
function* withSomeVersion(
  proposed: ProposedDefinition,
  dryRun: DryRunInput,
  state: CurrentState,
  sequence: Sequence,
): Steps<ProposedDefinition> {
  const { urn, propertyDefinition } = proposed;
  const { time } = dryRun.stamp;
  const row = definitionRow(urn, state);
  const { version } = propertyDefinition;
  if (proposed.keepValues === true) return proposed;
  if (row === undefined || !mayLackVersion(version, highestVersionOf(row, time))) return proposed;
  // The latest version permits any breaking change, so that the other rules can be checked.
  const versioned = { urn, propertyDefinition: { ...propertyDefinition, version: latestVersion(time) } };
  try {
    const results = yield* run(definitionProposals(versioned), dryRun, state, sequence);
    const after = definitionIn(results);
    return after !== undefined && reasonsOf(row, after).length > 0 ? { ...proposed, ...versioned } : proposed;
  } catch (error) {
    // Still refused: return the original, so that the error is the one the write would report.
    if (!(error instanceof CatalogError)) throw error;
    return proposed;
  }
}

function mayLackVersion(version: JsonObject[string], highest: string | undefined): boolean {
  if (version === undefined || version === null) return true;
  if (typeof version !== 'string' || !isDefinitionVersion(version)) return false;
  return !versionAllowsBreaking(version, highest);
}

/**
 * Effect of writing a definition. `tried`: the decided one; `proposed`: the requested one; `results`: those of
 * `tried`.
 */
function definitionChange(
  tried: ProposedDefinition,
  proposed: ProposedDefinition,
  results: readonly ChangeResult[],
  { state, now }: { readonly state: CurrentState; readonly now: number },
): PropertyChange {
  const { urn } = tried;
  const row = definitionRow(urn, state);
  const after = definitionIn(results);
  const losses = row === undefined || after === undefined ? [] : reasonsOf(row, after);
  const keepsValues = row !== undefined && (losses.length === 0 || tried.keepValues === true);
  const rules = rulesAfter(urn, results, state);
  const common = {
    urn,
    stateVersion: stateVersion(urn, state),
    ...(rules !== undefined &&
      after !== undefined && {
        ruled: {
          urn,
          definition: parseDefinition(after),
          generation: keepsValues ? generationOf(row) : undefined,
          rules,
        },
      }),
  };
  if (row === undefined) return { ...common, ...NO_LOSS, change: 'create' };
  if (after !== undefined && losses.length > 0) {
    const highest = highestVersionOf(row, now);
    const reasons = losses.map(({ text }) => text);
    const only = tried.keepValues ? lostValuesOnly(definitionOf(row), parseDefinition(after)) : undefined;
    const affected = { ...affectedBy(row), ...(only !== undefined && { only }) };
    const broken = { ...common, change: 'breaking', affected, losses: losses.map(withoutText) } as const;
    if (tried === proposed) return { ...broken, reasons };
    return { ...broken, reasons: [...reasons, breakingRemedy(highest)], versionAbove: highest ?? '' };
  }
  const isSame = results.every(({ outcome }) => outcome === 'unchanged');
  return { ...common, ...NO_LOSS, change: isSame ? 'none' : 'compatible' };
}

const NO_LOSS = { reasons: [], losses: [], affected: undefined } as const;

function withoutText({ lost, member }: BreakingReason): DefinitionLoss {
  return { member, lost };
}

function deletionChange({ urn, hard }: ProposedDeletion, state: CurrentState): PropertyChange {
  const row = definitionRow(urn, state);
  const common = { ...NO_LOSS, urn, stateVersion: stateVersion(urn, state) };
  if (!hard && isSoftDeleted(urn, state)) return { ...common, change: 'none' };
  return { ...common, change: 'delete', affected: row && affectedBy(row) };
}

function affectedBy(row: AspectRow): AffectedGeneration {
  const { valueType } = definitionOf(row);
  return { propertyUrn: row.aspect.urn, generation: generationOf(row), valueType };
}

function reasonsOf(row: AspectRow, after: JsonObject): readonly BreakingReason[] {
  return breakingReasons(definitionOf(row), parseDefinition(after));
}

function definitionOf(row: AspectRow): PropertyDefinition {
  return parseDefinition(row.aspect.value);
}

function definitionIn(results: readonly ChangeResult[]): JsonObject | undefined {
  const written = results.find(({ aspectName }) => aspectName === STRUCTURED_PROPERTY.definitionAspect);
  return written?.aspect?.value;
}

/** The rules of the property once the results are written. */
function rulesAfter(urn: Urn, results: readonly ChangeResult[], state: CurrentState): JsonObject | undefined {
  const { rulesAspect } = STRUCTURED_PROPERTY;
  const written = results.find(({ aspectName }) => aspectName === rulesAspect);
  return written === undefined ? state.row(urn, rulesAspect)?.aspect.value : written.aspect?.value;
}

function definitionRow(urn: Urn, state: CurrentState): AspectRow | undefined {
  return state.row(urn, STRUCTURED_PROPERTY.definitionAspect);
}

function stateVersion(urn: Urn, state: CurrentState): string {
  return [...DEFINITION_ASPECTS, 'status']
    .map((aspectName) => state.row(urn, aspectName)?.aspect.sequence ?? '-')
    .join('.');
}
