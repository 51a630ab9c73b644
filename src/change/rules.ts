import type { AssignmentRights } from '../model/access/assignment-rights.ts';
import type { TagRights } from '../model/access/tag-rights.ts';
import type { FixedEntities } from '../model/access/built-in.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import type { AspectRow } from '../store/entity-rows.ts';
import type { CurrentState } from '../store/metadata-store.ts';
import type { JsonObject } from '../util/json.ts';
import type { Violation } from './violation.ts';
import type { AffectedByDecision } from './affected-rights.ts';

/** Maximum number of entities of one person, by kind. */
export interface Quotas {
  readonly personalViews: number;
  readonly accessTokens: number;
  readonly webhooks: number;
  readonly stepStates: number;
}

/** Operator settings of the write rules. */
export interface ChangeSettings {
  /** Whether the definition's `entityTypes` must include the type of the assigned entity. */
  readonly enforceEntityTypes: boolean;
  /** Whether only a soft-deleted property may be hard-deleted, as in newer DataHub. */
  readonly hardDeleteRequiresSoftDelete: boolean;
  /** Maximum length of a property value, in UTF-8 bytes. */
  readonly keywordMaxLength: number;
  /** Absent: none. */
  readonly fixedEntities?: FixedEntities;
  /** Absent: no limits. */
  readonly quotas?: Quotas;
  /** Schemes of links that people enter, in lower case and without colon. */
  readonly linkSchemes: readonly string[];
  /**
   * Called with warnings for operators, possibly several times for one decision, which may be repeated. Absent: no
   * warnings.
   */
  readonly warn?: (message: string) => void;
}

/** A proposal whose entity type, aspect and urn are known. */
export interface ResolvedProposal {
  readonly proposal: MetadataChangeProposal;
  readonly urn: Urn;
  readonly entity: EntitySpec;
  readonly aspect: AspectSpec;
  /** Whether the proposed value equals what parsing its stored text will give. Absent: unknown. */
  readonly isExact?: boolean;
  /** Approximate length of the proposed value, see `Validation.length`. Absent: unknown. */
  readonly valueLength?: number;
  /** Set for a change that another change of the batch has derived, with its value. */
  readonly isFollowUp?: true;
  /** Set for a stored aspect: side effects derive everything from it, not only what changes. */
  readonly isStored?: true;
  /** With `isStored`: side effects write aspects of these entities only. Absent: of all. */
  readonly targets?: ReadonlySet<Urn> | undefined;
  /** With restored property values: the row that the undone deletion deleted, including parts hidden from the writer. */
  readonly deleted?: AspectRow;
}

/** A change with its patch applied and its value normalised. Values are as visible to the writer. */
export interface AspectChange extends ResolvedProposal {
  /** Latest stored row, hidden parts included; undefined when there is none. */
  readonly row: AspectRow | undefined;
  /** The value before, as visible to the writer (no hidden, no dead assignments). */
  readonly before: JsonObject | undefined;
  /** The value after; undefined for a deletion. */
  readonly after: JsonObject | undefined;
}

/** Inputs of a rule besides the change. `state` includes the earlier changes of the same batch. */
export interface RuleContext {
  readonly state: CurrentState;
  /** The stored state without the changes of this batch. */
  readonly found: CurrentState;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
  /** Time of the change, in epoch ms. */
  readonly now: number;
  /** Absent: the writer may see and assign every property. */
  readonly rights?: AssignmentRights | undefined;
  /** Absent: the writer may add and remove every tag. */
  readonly tagRights?: TagRights | undefined;
  /** Who writes; absent in tests of single rules. */
  readonly actor?: Urn;
  /** The writer, who may not change personal views of others. Absent: may change all views. */
  readonly viewer?: Urn | undefined;
  /** What side effects may write to entities that the batch itself does not write. Absent: everything. */
  readonly affected?: AffectedByDecision | undefined;
  /** Takes the violations that only warn. Absent: they refuse the change, as the request is strict. */
  readonly warn?: ((warning: Violation) => void) | undefined;
  /** Whether a later proposal of the batch writes the aspect. Absent: none does. */
  readonly writesLater?: (urn: Urn, aspectName: string) => boolean;
  /** Properties that may be required, as last known; their rules are read again. Absent: none. */
  readonly required?: readonly Urn[] | undefined;
}

/** One validation rule. */
export interface Validator {
  readonly name: string;
  /** Aspects that the rule applies to; undefined: all. */
  readonly aspects: readonly string[] | undefined;
  /**
   * Violations of the change; none when it is valid. A rule that judges each item of a list is a generator: only the
   * first violations are read, and it may yield undefined between two items to let other work run.
   */
  check(change: AspectChange, context: RuleContext): Iterable<Violation | undefined>;
}
